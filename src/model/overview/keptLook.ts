import type { Panels } from '../../protocol/overview.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { type LastLook, numbersOf, readLastLook } from './lastLook.ts';

/** The name under which the numbers of a service are kept. */
const lookName = 'overviewLook';

export function keptLook(memory: Memory, baseUrl: string): LastLook | undefined {
  return readLastLook(readOfService(memory, lookName, baseUrl));
}

/** Keeps the numbers of these panels, unless they have none. */
export function keepLook(memory: Memory, baseUrl: string, panels: Panels, now: number): void {
  const numbers = numbersOf(panels);
  if (Object.keys(numbers).length > 0) writeOfService(memory, lookName, baseUrl, { at: now, numbers });
}

/** Whether a number of panels was another at the last look. */
export function hasChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('was' in value && value.was !== null) || Object.values(value).some(hasChange);
}
