import {
  type Field,
  type Readable,
  type ServiceError,
  abortableDelay,
} from '../../service/index.ts';
import { type CachedFields, delayAfterCache } from '../jobs/jobListCache.ts';
import { foldCase } from '../../text/foldCase.ts';
import { Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';

interface FieldListState {
  /** Fields in the same order as in the response. Undefined before the first response. */
  readonly fields: readonly Readable<Field>[] | undefined;
  /** Time of the last response, in epoch milliseconds. */
  readonly readAt: number;
  /** True if the fields are from a previous session, because the service has not responded yet. */
  readonly isCached: boolean;
  readonly loading: boolean;
  /** Error from the last load, or null. After an error, `fields` contains the previous response. */
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
 * Creates the field list for a service. Promises never reject; the state contains the load error.
 * @param readCache reads the cached fields from a previous session and never rejects
 */
export function createFieldList(
  source: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>,
  readCache: () => Promise<CachedFields | undefined> = () => Promise.resolve(undefined),
) {
  const changed = new Emitter();
  const flight = createSingleFlight<'refresh' | 'autoRefresh'>();
  let state = emptyFieldList;

  const set = (next: FieldListState) => {
    state = next;
    changed.fire();
  };
  const refresh = ({ isAutomatic = false } = {}): Promise<void> => {
    const kind = isAutomatic ? 'autoRefresh' : 'refresh';
    if (flight.kind === 'refresh' || flight.kind === kind) return flight.settled;
    const settled = flight.start(
      kind,
      async (signal) => {
        const known = state.fields === undefined ? await readCache() : undefined;
        if (signal.aborted) return;
        if (known !== undefined) {
          set({ ...state, ...known, isCached: true });
          await abortableDelay(delayAfterCache, signal);
        }
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
    /** Loads the fields, unless an earlier load has already succeeded or failed. */
    ensureLoaded: async (): Promise<void> => {
      const isMissing = state.fields === undefined || state.isCached;
      if (isMissing && state.failure === null) return refresh();
      if (flight.kind === 'refresh') await flight.settled;
    },
    /**
     * Loads the fields again. An automatic refresh does not show progress, and is canceled if the
     * user refreshes the fields.
     */
    refresh,
    /** Cancels the current load and starts a new load. Does nothing before the first load. */
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

/**
 * Creates a case-insensitive search for field names and keys. A blank string matches all fields.
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

/** Moves the items of required fields to the front, and otherwise preserves the order. */
export function withRequiredFirst<T extends { readonly field: Readable<Field> }>(
  items: readonly T[],
): readonly T[] {
  const rank = ({ field }: T) =>
    field.kind === 'readable' && field.value.required === true ? 0 : 1;
  return items.toSorted((left, right) => rank(left) - rank(right));
}
