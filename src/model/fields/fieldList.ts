import type { Field, Readable, ServiceError } from '../../service/index.ts';
import type { CachedFields } from '../jobs/jobListCache.ts';
import { foldCase } from '../../text/foldCase.ts';
import { Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';

interface FieldListState {
  /** Fields in the order of the service. Undefined before the first response. */
  readonly fields: readonly Readable<Field>[] | undefined;
  /** Time of the last response, in epoch milliseconds. */
  readonly readAt: number;
  /** True if the fields were cached by a previous session and the service has not responded yet. */
  readonly isCached: boolean;
  readonly loading: boolean;
  /**
   * Error from the last load, if it failed. In this case, `fields` still contains the previous
   * response.
   */
  readonly failure: ServiceError | null;
}

/** State of the field list before the first load. */
export const emptyFieldList: FieldListState = {
  fields: undefined,
  readAt: 0,
  isCached: false,
  loading: false,
  failure: null,
};

export type FieldList = ReturnType<typeof createFieldList>;

/**
 * Creates the field list of a service. Its promises never reject, because the state contains the
 * load error.
 * @param readCache reads the fields that a previous session stored. Never rejects.
 */
export function createFieldList(
  source: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>,
  readCache: () => Promise<CachedFields | undefined> = () => Promise.resolve(undefined),
) {
  const changed = new Emitter();
  const flight = createSingleFlight<'load'>();
  let state = emptyFieldList;

  const set = (next: FieldListState) => {
    state = next;
    changed.fire();
  };
  const refresh = ({ isAutomatic = false } = {}): Promise<void> => {
    if (flight.kind !== undefined) return flight.settled;
    const settled = flight.start(
      'load',
      async (signal) => {
        const known = state.fields === undefined ? await readCache() : undefined;
        if (signal.aborted) return;
        if (known !== undefined) set({ ...state, ...known, isCached: true });
        const fields = await source(signal);
        if (!signal.aborted) state = { ...state, fields, readAt: Date.now(), isCached: false };
      },
      (error) => set({ ...state, loading: false, failure: error ?? null }),
    );
    if (!isAutomatic) set({ ...state, loading: true, failure: null });
    return settled;
  };

  return {
    onDidChange: changed.event,
    get state(): FieldListState {
      return state;
    },
    /** Loads the fields, unless a previous load has already succeeded or failed. */
    ensureLoaded: (): Promise<void> =>
      (state.fields === undefined || state.isCached) && state.failure === null
        ? refresh()
        : flight.settled,
    /** Loads the fields again. An automatic refresh does not show progress. */
    refresh,
    /**
     * Cancels the current load and loads the fields again. Does nothing if the fields were never
     * requested.
     */
    restart(): Promise<void> {
      if (state.fields === undefined && !state.loading && state.failure === null)
        return Promise.resolve();
      flight.abort();
      return refresh();
    },
    dispose(): void {
      flight.abort();
      changed.dispose();
    },
  };
}

export type FieldOrder = 'service' | 'requiredFirst';

/**
 * Creates a function that returns whether the name or key of a field contains a string, ignoring
 * case. A blank string matches all fields.
 */
export function fieldTest(text: string): (field: Readable<Field>) => boolean {
  const wanted = foldCase(text.trim());
  return (field) => {
    const { name, key } = field.kind === 'readable' ? field.value : field;
    return (
      wanted === '' ||
      [name, key].some((each) => typeof each === 'string' && foldCase(each).includes(wanted))
    );
  };
}

/**
 * Sorts fields. `requiredFirst` moves required fields to the front and otherwise keeps the order of
 * the service.
 */
export function inOrder<T>(
  items: readonly T[],
  order: FieldOrder,
  fieldOf: (item: T) => Readable<Field>,
): readonly T[] {
  if (order === 'service') return items;
  const rank = (item: T) => {
    const field = fieldOf(item);
    return field.kind === 'readable' && field.value.required === true ? 0 : 1;
  };
  return items.toSorted((left, right) => rank(left) - rank(right));
}
