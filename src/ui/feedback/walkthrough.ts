import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { type WalkthroughStep, walkthroughSteps } from './contexts.ts';
import { setContext } from './window.ts';

const storageName = 'milestones';
const stepSchema = z.enum(walkthroughSteps);

/**
 * Marks a walkthrough step as done with a context key. The steps are stored, because a step may be done long
 * before the walkthrough is opened.
 */
export type CompleteWalkthroughStep = (reached: WalkthroughStep) => void;

export function createWalkthrough(store: KeyValueStore): CompleteWalkthroughStep {
  const stored = () => readStoredList(stepSchema, store.get(storageName));
  const shown = new Set<WalkthroughStep>();
  const completeWalkthroughStep = (reached: WalkthroughStep) => {
    if (shown.has(reached)) return;
    shown.add(reached);
    setContext(reached, true);
    // Another window may have stored more steps.
    const all = stored();
    if (!all.includes(reached)) store.set(storageName, [...all, reached]);
  };
  stored().forEach(completeWalkthroughStep);
  return completeWalkthroughStep;
}
