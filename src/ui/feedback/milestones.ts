import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { setContext } from './window.ts';

const memoryName = 'milestones';
const milestoneSchema = z.enum(['browsed', 'overview', 'started', 'opened']);
type Milestone = z.infer<typeof milestoneSchema>;

/**
 * Records a walkthrough step as done in a context key; stored, because a step may be done long before the
 * walkthrough is opened.
 */
export type Milestones = (reached: Milestone) => void;

export function createMilestones(memory: Memory): Milestones {
  const stored = () => readStoredList(milestoneSchema, memory.get(memoryName));
  const shown = new Set<Milestone>();
  const reach = (reached: Milestone) => {
    if (shown.has(reached)) return;
    shown.add(reached);
    setContext(reached, true);
    // Other windows store theirs, too.
    const all = stored();
    if (!all.includes(reached)) memory.set(memoryName, [...all, reached]);
  };
  stored().forEach(reach);
  return reach;
}
