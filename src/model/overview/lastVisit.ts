import * as z from 'zod/mini';
import type { Count, Holder, Panels } from '../../protocol/overview.ts';
import { type KeyValueStore, readOfService, writeOfService } from '../util/keyValueStore.ts';
import { numberSchema, timeSchema } from '../util/schemas.ts';

const schema = z.object({
  /** Epoch milliseconds. */
  at: timeSchema,
  numbers: z.catchall(z.object({}), numberSchema),
});

/** The exact numbers of the overview at the reader's last visit. */
export type LastVisit = Readonly<z.infer<typeof schema>>;

const memoryName = 'overviewLook';

/** The stored visit, if this version can read it. */
export function storedVisit(store: KeyValueStore, baseUrl: string): LastVisit | undefined {
  return schema.safeParse(readOfService(store, memoryName, baseUrl)).data;
}

/** Stores the exact numbers of these panels, if they have any. */
export function storeVisit(store: KeyValueStore, baseUrl: string, panels: Panels, now: number): void {
  const numbers = Object.fromEntries(named(panels).map(([name, { value }]) => [name, value]));
  if (Object.keys(numbers).length > 0) writeOfService(store, memoryName, baseUrl, { at: now, numbers });
}

/** Sets `was` of each exact number that has changed since the last visit. */
export function markChanges(panels: Panels, { numbers }: LastVisit): void {
  for (const [name, count] of named(panels)) {
    const was = numbers[name];
    if (was !== undefined && was !== count.value) count.was = was;
  }
}

/**
 * The exact numbers of single steps, workflows and people by name, unless names are alike; none within a
 * scope, whose bounds move.
 */
function named({ stuck, holders }: Panels): [string, Count][] {
  const active = (kind: string, all: readonly Holder[] = []) =>
    all
      .filter((each) => each.holders === 1)
      .map((each): [string, Count] => [`${kind} ${each.name}`, each.active]);
  const counts = [
    ...(stuck.picture?.steps ?? [])
      .filter(({ steps }) => steps === 1)
      .flatMap(({ name, cells, active: all }): [string, Count][] => [
        [`step ${name}`, all],
        ...cells.map((cell, index): [string, Count] => [
          `step ${name} ${stuck.picture?.ages[index]?.label}`,
          cell,
        ]),
      ]),
    ...active('workflow', holders.picture?.workflows),
    ...active('person', holders.picture?.people),
  ];
  if (counts.some(([, { filter, grade }]) => filter?.started !== undefined || grade !== 'exact')) return [];
  const names = counts.map(([name]) => name);
  return counts.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name));
}

export function countChanges(panels: Panels): number {
  return named(panels).filter(([, { was }]) => was !== null).length;
}
