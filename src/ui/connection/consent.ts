import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';

/**
 * A person's consent per origin or base URL, asked for once: a yes is stored, a no is remembered until
 * `reopen` or a reload of the window.
 * @param name the storage name of what has a yes
 */
export function createConsent(
  store: KeyValueStore,
  name: string,
  ask: (origin: string) => Promise<boolean> = () => Promise.resolve(false),
) {
  const answers = new Map<string, Promise<boolean>>();
  const read = () => readStoredList(textSchema, store.get(name));
  const originOf = (given: string) => (URL.canParse(given) ? new URL(given).origin : undefined);
  const give = (origin: string) => {
    if (!read().includes(origin)) store.set(name, [...read(), origin]);
  };
  /** Forgets a no, so that the question can be asked again. */
  const reopen = (origin: string) => void answers.delete(origin);
  return {
    async isGiven(origin: string): Promise<boolean> {
      if (read().includes(origin)) return true;
      // One question for all requests that wait for the answer.
      const answer = answers.get(origin) ?? ask(origin);
      answers.set(origin, answer);
      if (!(await answer)) return false;
      give(origin);
      // Only the memory holds a yes, because another window may withdraw it.
      reopen(origin);
      return true;
    },
    give,
    /** What has a yes. */
    get given() {
      return read();
    },
    /** The origins of what has a yes. */
    get origins() {
      return read().flatMap((each) => originOf(each) ?? []);
    },
    /** Forgets the answers for an origin and its base URLs, so that the question is asked again. */
    forget(origin: string): void {
      store.set(
        name,
        read().filter((each) => originOf(each) !== origin),
      );
      reopen(origin);
    },
    reopen,
  };
}
