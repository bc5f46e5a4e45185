import type { StartingClient } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';

/** Tells of each good answer of the connected service: an outage may be over. */
export class Answers {
  readonly #answered = new Emitter();

  readonly onDidAnswer = this.#answered.event;

  /** Returns the client whose answers are told of. */
  connect<Initiator>(client: StartingClient<Initiator>): StartingClient<Initiator> {
    const heard = <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
      return async (...given: Given) => {
        const answer = await ask(...given);
        this.#answered.fire();
        return answer;
      };
    };
    const { listFields, listJobs, getJob } = client;
    return { ...client, listFields: heard(listFields), listJobs: heard(listJobs), getJob: heard(getJob) };
  }

  dispose(): void {
    this.#answered.dispose();
  }
}
