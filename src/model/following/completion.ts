import type { Job } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';

/** A job in which nothing was seen active yet may only just have started: read so in so many looks, it is over. */
const looksUntilOver = 3;

/** Tells which followed jobs are over, also where the service never says "completed": then nothing of them is active any more. */
export class FollowEnd {
  readonly #wereActive = new Set<string>();
  /** Looks in which nothing was active. */
  readonly #idleLooks = new Map<string, number>();

  /** @param isLook whether this is what one more look brought, and not what the list knows anyway */
  isOver(job: Job, isLook: boolean): boolean {
    const { key } = job;
    const state = jobState(job);
    if (state === 'active') {
      this.#wereActive.add(key);
      this.#idleLooks.delete(key);
    }
    if (state !== 'unknown' || !tellsWhatIsActive(job)) return state === 'completed';
    const looks = (this.#idleLooks.get(key) ?? 0) + (isLook ? 1 : 0);
    this.#idleLooks.set(key, looks);
    return this.#wereActive.has(key) || looks >= looksUntilOver;
  }

  forget(): void {
    this.#wereActive.clear();
    this.#idleLooks.clear();
  }
}

/** Where a deployment leaves these members out, that they are empty says nothing. */
function tellsWhatIsActive({ activeSteps, activeWorkflows }: Job): boolean {
  return activeSteps != null || activeWorkflows != null;
}
