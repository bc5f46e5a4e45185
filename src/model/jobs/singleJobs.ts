import type { ServiceError } from '../../service/index.ts';

/** Whether the connected service can be asked for a single job, which the interface document does not say: learnt from its answers. */
export class SingleJobs {
  #answer: 'unknown' | 'offered' | 'refused' = 'unknown';

  /** Not to be asked for again. */
  get areRefused(): boolean {
    return this.#answer === 'refused';
  }

  /** Another connection, another answer. */
  forget(): void {
    this.#answer = 'unknown';
  }

  answered(): void {
    this.#answer = 'offered';
  }

  /**
   * What it means that the service refused one.
   * @param isListed whether its own list holds the job
   */
  refused({ kind, status }: ServiceError, isListed: boolean): 'gone' | 'notOffered' | 'either' | undefined {
    if (status === 410) return 'gone';
    if (kind !== 'notFound' && status !== 405 && status !== 501) return undefined;
    if (this.#answer === 'offered') return kind === 'notFound' ? 'gone' : 'notOffered';
    // The job may be unknown to a service that could be asked for others.
    if (kind === 'notFound' && !isListed) return 'either';
    this.#answer = 'refused';
    return 'notOffered';
  }
}
