import { ServiceError } from '../service/index.ts';
import type { Config } from './config.ts';

/** Decides, for every start, whether it may be sent; and keeps what people were asked and agreed to. */
export class StartGuard {
  readonly #config: Pick<Config, 'canStart' | 'mustConfirm'>;
  /** The keys of the workflows that people are asked about, by the mark of the question. */
  readonly #questions = new Map<string, string>();
  /** Starts that were agreed to and not sent yet. */
  readonly #permits = new Set<{ readonly workflowKey: string }>();

  constructor(config: Pick<Config, 'canStart' | 'mustConfirm'>) {
    this.#config = config;
  }

  /** @returns the mark of the question, which its answer is to come with */
  ask(workflowKey: string): string {
    const mark = crypto.randomUUID();
    this.#questions.set(mark, workflowKey);
    return mark;
  }

  /** Whether a mark is that of a question about this workflow; a question has one answer. */
  isAnswer(mark: string | undefined, workflowKey: string): boolean {
    if (mark === undefined || this.#questions.get(mark) !== workflowKey) return false;
    return this.#questions.delete(mark);
  }

  /** Permits one start, while `send` sends it. */
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
