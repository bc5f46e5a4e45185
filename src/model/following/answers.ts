import type { ChangingClient } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';

/** Fires with each good answer of the connected service: an outage may be over. */
export class Answers {
  readonly #answered = new Emitter();

  readonly onDidAnswer = this.#answered.event;

  /** Returns a client whose good answers fire the event. */
  connect<Initiator>(client: ChangingClient<Initiator>): ChangingClient<Initiator> {
    const telling = <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
      return async (...given: Given) => {
        const answer = await ask(...given);
        this.#answered.fire();
        return answer;
      };
    };
    const { listFields, listJobs, getJob } = client;
    return {
      ...client,
      listFields: telling(listFields),
      listJobs: telling(listJobs),
      getJob: telling(getJob),
    };
  }

  dispose(): void {
    this.#answered.dispose();
  }
}
