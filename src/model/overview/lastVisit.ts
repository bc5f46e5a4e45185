import * as z from 'zod/mini';
import type { Count, Panels } from '../../protocol/overview.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { numberSchema } from '../util/schemas.ts';

const schema = z.object({ at: numberSchema, numbers: z.catchall(z.object({}), numberSchema) });

/** The numbers of the overview at the reader's last visit. */
export interface LastVisit {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Validates a stored visit, which another version may have written. */
export function readLastVisit(kept: unknown): LastVisit | undefined {
  return schema.safeParse(kept).data;
}

/** The numbers to compare at the next visit: exact or estimated ones of all jobs. */
export function numbersOf(panels: Panels): Record<string, number> {
  return Object.fromEntries(named(panels).flatMap(([name, { value, grade }]) => (grade === 'atLeast' ? [] : [[nameOf(name, grade === 'about'), value]])));
}

/** Sets `was` of each number that has certainly changed since the last visit. */
export function markChanges(panels: Panels, { numbers }: LastVisit): void {
  for (const [name, count] of named(panels)) {
    if (count.grade === 'exact') {
      const was = numbers[nameOf(name, false)];
      if (was !== undefined && was !== count.value) count.was = was;
    } else if (count.range !== null) {
      const was = numbers[nameOf(name, false)] ?? numbers[nameOf(name, true)];
      if (was !== undefined && (was < count.range.from || was > count.range.to)) count.was = was;
    }
  }
}

/** Separates estimates from exact numbers, because a change between them proves nothing. */
function nameOf(name: string, isEstimate: boolean): string {
  return isEstimate ? `~${name}` : name;
}

/** The numbers of single steps, workflows and people by name; none within a scope, whose bounds move. */
function named({ stuck, holders }: Panels): [string, Count][] {
  const counts = [
    ...(stuck.picture?.steps ?? []).filter(({ steps }) => steps === 1).flatMap(({ name, cells, active }): [string, Count][] => [
      [`step ${name}`, active],
      ...cells.map((cell, index): [string, Count] => [`step ${name} ${stuck.picture?.ages[index]?.label}`, cell]),
    ]),
    ...(holders.picture?.workflows ?? []).filter((each) => each.holders === 1).map(({ name, active }): [string, Count] => [`workflow ${name}`, active]),
    ...(holders.picture?.people ?? []).filter((each) => each.holders === 1).map(({ name, active }): [string, Count] => [`person ${name}`, active]),
  ];
  return counts.some(([, { pick }]) => pick?.started != null) ? [] : counts;
}

const memoryName = 'overviewLook';

export function storedVisit(memory: Memory, baseUrl: string): LastVisit | undefined {
  return readLastVisit(readOfService(memory, memoryName, baseUrl));
}

/** Stores the numbers of these panels, if they have any. */
export function storeVisit(memory: Memory, baseUrl: string, panels: Panels, now: number): void {
  const numbers = numbersOf(panels);
  if (Object.keys(numbers).length > 0) writeOfService(memory, memoryName, baseUrl, { at: now, numbers });
}

/** Whether any number in the panels has changed since the last visit. */
export function hasChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('was' in value && value.was !== null) || Object.values(value).some(hasChange);
}
