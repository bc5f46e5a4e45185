import type { StartingClient } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';

/** Tells of each good answer of the connected service: an outage may be over. */
export class Answers {
  readonly #answered = new Emitter();

  readonly onDidAnswer = this.#answered.event;

  /** Returns the client whose answers are told of. */
  connect<Initiator>(client: StartingClient<Initiator>): StartingClient<Initiator> {
    const heard = async <Answer>(request: Promise<Answer>) => {
      const answer = await request;
      this.#answered.fire();
      return answer;
    };
    return {
      ...client,
      listFields: (...given) => heard(client.listFields(...given)),
      listJobs: (...given) => heard(client.listJobs(...given)),
      getJob: (...given) => heard(client.getJob(...given)),
    };
  }

  dispose(): void {
    this.#answered.dispose();
  }
}
