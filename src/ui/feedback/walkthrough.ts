import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { type WalkthroughStep, walkthroughSteps } from './contexts.ts';
import { setContext } from './window.ts';

const completedStepsKey = 'milestones';
const stepSchema = z.enum(walkthroughSteps);

/**
 * Marks a walkthrough step as done with a context key. The steps are stored, because a step may be
 * done long before the walkthrough is opened.
 */
export type CompleteWalkthroughStep = (step: WalkthroughStep) => void;

export function createWalkthrough(store: KeyValueStore): CompleteWalkthroughStep {
  const stored = () => readStoredList(stepSchema, store.get(completedStepsKey));
  for (const step of stored()) setContext(step, true);
  return (step) => {
    setContext(step, true);
    // Another window may have stored more steps.
    const all = stored();
    if (!all.includes(step)) store.set(completedStepsKey, [...all, step]);
  };
}
