import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { type WalkthroughStep, walkthroughSteps } from './contexts.ts';
import { setContext } from './window.ts';

const completedStepsKey = 'milestones';
const stepSchema = z.enum(walkthroughSteps);

/**
 * Marks a walkthrough step as completed by setting its context key. Completed steps are stored,
 * because they may be completed long before the user opens the walkthrough.
 */
export type CompleteWalkthroughStep = (step: WalkthroughStep) => void;

export function createWalkthrough(store: KeyValueStore): CompleteWalkthroughStep {
  const stored = () => readStoredList(stepSchema, store.get(completedStepsKey));
  for (const step of stored()) setContext(step, true);
  return (step) => {
    setContext(step, true);
    // Reads the stored steps again, because another window may have added steps.
    const all = stored();
    if (!all.includes(step)) store.set(completedStepsKey, [...all, step]);
  };
}
