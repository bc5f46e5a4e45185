import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { type WalkthroughStep, walkthroughSteps } from './contexts.ts';
import { setContext } from './window.ts';

const completedStepsKey = 'milestones';
const stepSchema = z.enum(walkthroughSteps);

/**
 * Sets the context key for a completed walkthrough step. Also stores the step, because the user may
 * open the walkthrough much later.
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
