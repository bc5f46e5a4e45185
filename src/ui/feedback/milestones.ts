import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { setContext } from './window.ts';

const memoryName = 'milestones';
const milestoneSchema = z.enum(['browsed', 'overview', 'started', 'opened']);
type Milestone = z.infer<typeof milestoneSchema>;

/** Records a walkthrough step as done in a context key; stored, because a step may be done long before the walkthrough is opened. */
export type Milestones = (reached: Milestone) => void;

export function createMilestones(memory: Memory): Milestones {
  const all = new Set(readStoredList(milestoneSchema, memory.get(memoryName)));
  for (const each of all) setContext(each, true);
  return (reached) => {
    if (all.has(reached)) return;
    all.add(reached);
    memory.set(memoryName, [...all]);
    setContext(reached, true);
  };
}
