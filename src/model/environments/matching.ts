/** An item that two lists share, or that only one of them has. */
export interface Pair<T> {
  readonly left: T | undefined;
  readonly right: T | undefined;
  /** Why the two items are paired; `place`: by position, because their key occurs more than once. Undefined for a single item. */
  readonly by: 'equality' | 'key' | 'place' | 'name' | undefined;
}

/** One criterion for pairing items. */
export interface Pass<T> {
  readonly by: 'equality' | 'key' | 'name';
  /** Items with the same identity are paired in order; by name only if it is unique in both lists. An item without an identity is left to the next pass. */
  readonly identity: (item: T) => string | false | undefined;
  /** The key, which does not identify an item if it is repeated. */
  readonly key?: (item: T) => string | undefined;
}

/**
 * Pairs the items of two lists in several passes. Each item is in exactly one pair, in the order of the left list; an item of only
 * the right list follows its predecessor there. Swapping the lists swaps the sides of each pair.
 */
export function matched<T>(left: readonly T[], right: readonly T[], passes: readonly Pass<T>[]): Pair<T>[] {
  const partners = new Map<number, { readonly index: number; readonly by: Pair<T>['by'] }>();
  const taken = new Set<number>();
  for (const { by, identity, key } of passes) {
    const candidates = byIdentity(right, identity, (index) => !taken.has(index));
    const repeated = key === undefined ? undefined : new Set([...repeatedIn(left, key), ...repeatedIn(right, key)]);
    for (const [shared, places] of byIdentity(left, identity, (place) => !partners.has(place))) {
      const indices = candidates.get(shared) ?? [];
      if (by === 'name' && (places.length > 1 || indices.length > 1)) continue;
      for (const [turn, place] of places.slice(0, indices.length).entries()) {
        const index = indices[turn] as number;
        partners.set(place, { index, by: repeated?.has(key?.(left[place] as T)) ? 'place' : by });
        taken.add(index);
      }
    }
  }
  return inOrder(left, right, partners);
}

function inOrder<T>(left: readonly T[], right: readonly T[], partners: ReadonlyMap<number, { readonly index: number; readonly by: Pair<T>['by'] }>): Pair<T>[] {
  const places = new Map([...partners].map(([place, { index }]) => [index, place]));
  /** Items of only the right list: at 0 those before the first left item, then those after each. */
  const alone = Array.from({ length: left.length + 1 }, (): Pair<T>[] => []);
  let before = 0;
  for (const [index, item] of right.entries()) {
    const place = places.get(index);
    if (place !== undefined) before = place + 1;
    else alone[before]?.push({ left: undefined, right: item, by: undefined });
  }
  const pairs = left.map((item, place): Pair<T> => {
    const partner = partners.get(place);
    return { left: item, right: partner && right[partner.index], by: partner?.by };
  });
  return [...(alone[0] ?? []), ...pairs.flatMap((pair, place) => [pair, ...(alone[place + 1] ?? [])])];
}

/** The indices of the items that are still free, by identity. */
function byIdentity<T>(items: readonly T[], identity: Pass<T>['identity'], isFree: (index: number) => boolean): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    const each = isFree(index) ? identity(item) : undefined;
    if (typeof each !== 'string') continue;
    const indices = found.get(each);
    if (indices === undefined) found.set(each, [index]);
    else indices.push(index);
  }
  return found;
}

function repeatedIn<T>(items: readonly T[], key: (item: T) => string | undefined): Set<string | undefined> {
  const [seen, repeated] = [new Set<string | undefined>(), new Set<string | undefined>()];
  for (const item of items) (seen.has(key(item)) ? repeated : seen).add(key(item));
  return repeated;
}
