import { type Field, type Readable, isJsonObject } from '../../service/index.ts';
import { documentText, jsonText } from '../util/json.ts';
import { hasOptions, optionsOf } from './fieldTypes.ts';

type Item = Readable<Field>;

/**
 * Compares the fields of two services. Neither the order of fields, options or members is a difference, nor
 * null instead of an absent documented member.
 */
export function compareFields(left: readonly Item[], right: readonly Item[]) {
  const pairs = pairedFields(left, right);
  const title = ([one, other]: Pair<Item>) => `${nameOf(one ?? other)}\n${keyOf(one ?? other)}`;
  pairs.sort((one, other) => compareText(title(one), title(other)));
  const documentOf = (side: 0 | 1) =>
    documentText(pairs.flatMap((pair) => (pair[side] === undefined ? [] : [inOneOrder(pair[side])])));
  const count = (test: (pair: Pair<Item>) => boolean) => pairs.filter(test).length;
  return {
    onlyLeft: count(([, other]) => other === undefined),
    onlyRight: count(([one]) => one === undefined),
    different: count(
      ([one, other]) => one !== undefined && other !== undefined && textOf(one) !== textOf(other),
    ),
    /** The fields of each service as JSON, in one order, so that equal fields align in a diff. */
    documents: [documentOf(0), documentOf(1)] as const,
  };
}

/** Pairs fields that are equal, then those with the same key, then those that alone have a name and type. */
export function pairedFields(left: readonly Item[], right: readonly Item[]): Pair<Item>[] {
  return paired(left, right, [textOf, keyOf, uniqueName(left, right)]);
}

type Pair<T> = readonly [left: T | undefined, right: T | undefined];

/**
 * Pairs items of two lists by one identity after the other, in order; an item without a partner stays alone.
 */
function paired<T>(
  left: readonly T[],
  right: readonly T[],
  identities: readonly ((item: T) => string | undefined)[],
): Pair<T>[] {
  const partners = new Map<T, T>();
  const free = new Set(right);
  for (const identity of identities) {
    const candidates = Map.groupBy(free, identity);
    for (const item of left) {
      const wanted = partners.has(item) ? undefined : identity(item);
      const partner = wanted === undefined ? undefined : candidates.get(wanted)?.shift();
      if (partner === undefined) continue;
      partners.set(item, partner);
      free.delete(partner);
    }
  }
  return [
    ...left.map((item): Pair<T> => [item, partners.get(item)]),
    ...[...free].map((item): Pair<T> => [undefined, item]),
  ];
}

/**
 * The name and type of a field, if no other field of either service has them: then they identify it where
 * keys differ.
 */
function uniqueName(left: readonly Item[], right: readonly Item[]): (item: Item) => string | undefined {
  const nameAndType = (item: Item) =>
    item.kind === 'readable' && nameOf(item) !== ''
      ? jsonText([item.value.name, item.value.type ?? null])
      : undefined;
  const counts = [left, right].map((items) => Map.groupBy(items, nameAndType));
  return (item) => {
    const found = nameAndType(item);
    return counts.every((count) => (count.get(found)?.length ?? 0) < 2) ? found : undefined;
  };
}

function textOf(item: Item): string {
  return jsonText(inOneOrder(item));
}

function keyOf(item: Item | undefined): string | undefined {
  return item?.kind === 'readable' ? item.value.key : item?.key;
}

function nameOf(item: Item | undefined): string {
  return (item?.kind === 'readable' ? item.value.name : item?.name)?.trim() ?? '';
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * A field with its documented members first, its options sorted by label, and all other members sorted by
 * name.
 */
function inOneOrder(item: Item): unknown {
  if (item.kind === 'unreadable') return sortedMembers(item.raw);
  const { key, name = null, type = null, required = null, details = null, ...others } = item.value;
  const options = optionsOf(item.value).map(({ label = null, key, ...more }) => ({
    label,
    key,
    ...membersOf(more),
  }));
  options.sort((one, other) => compareText(jsonText(one), jsonText(other)));
  const inside = hasOptions(item.value)
    ? { ...membersOf({ ...details, options: null }), options }
    : sortedMembers(details);
  return { key, name, type, required, details: inside, ...membersOf(others) };
}

function membersOf(value: object): object {
  return sortedMembers(value) as object;
}

/** Members nested deeper keep their order. */
const deepest = 100;

function sortedMembers(value: unknown, depth = 0): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => sortedMembers(each, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => compareText(one, other))
      .map(([name, each]) => [name, sortedMembers(each, depth + 1)]),
  );
}
