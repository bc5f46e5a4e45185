import { ServiceError } from '../service/index.ts';
import type { Config } from './config.ts';

/** Decides whether a start may be sent; keeps pending confirmations. */
export class StartGuard {
  readonly #config: Pick<Config, 'canStart' | 'mustConfirm'>;
  /** Workflow keys of open questions, by the question's mark. */
  readonly #questions = new Map<string, string>();
  /** Confirmed starts that were not sent yet. */
  readonly #permits = new Set<{ readonly workflowKey: string }>();

  constructor(config: Pick<Config, 'canStart' | 'mustConfirm'>) {
    this.#config = config;
  }

  /** Opens a question. @returns its mark, which the answer has to carry */
  ask(workflowKey: string): string {
    const mark = crypto.randomUUID();
    this.#questions.set(mark, workflowKey);
    return mark;
  }

  /** Whether a mark belongs to an open question about this workflow; closes the question, so that it has one answer. */
  isAnswer(mark: string | undefined, workflowKey: string): boolean {
    if (mark === undefined || this.#questions.get(mark) !== workflowKey) return false;
    return this.#questions.delete(mark);
  }

  /** Permits one start while `send` runs. */
  async permitting<T>(workflowKey: string, send: () => Promise<T>): Promise<T> {
    const permit = { workflowKey };
    this.#permits.add(permit);
    try {
      return await send();
    } finally {
      this.#permits.delete(permit);
    }
  }

  /**
   * Uses up the permit of a start that is about to be sent.
   * @throws {ServiceError} `notPermitted`
   */
  readonly permit = (workflowKey: string): void => {
    if (!this.#config.canStart) throw notPermitted('Jobs cannot be started here.');
    if (!this.#config.mustConfirm) return;
    const permit = [...this.#permits].find((each) => each.workflowKey === workflowKey);
    if (permit === undefined) throw notPermitted('A start has to be confirmed first.');
    this.#permits.delete(permit);
  };
}

export function notPermitted(message: string, advice?: string): ServiceError {
  return new ServiceError('notPermitted', `${message} Nothing was started.`, { advice, wasSent: false });
}
