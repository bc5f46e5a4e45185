import type { Field, Readable, ServiceError } from '../../service/index.ts';
import type { CachedFields } from '../jobs/jobListCache.ts';
import { folded } from '../../text/folded.ts';
import { Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';

type FieldSource = (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;

/** Reads the fields that an earlier window stored; never rejects. */
type ReadCache = () => Promise<CachedFields | undefined>;

interface FieldListState {
  /** In service order; undefined before the first answer. */
  readonly fields: readonly Readable<Field>[] | undefined;
  /** When the fields were read, in epoch milliseconds. */
  readonly readAt: number;
  /** Whether the fields are from an earlier window, because the service has not answered yet. */
  readonly isCached: boolean;
  readonly loading: boolean;
  /** Why the last load failed; `fields` keeps the previous answer. */
  readonly failure: ServiceError | null;
}

/** The state before anything is loaded. */
export const emptyFieldList: FieldListState = {
  fields: undefined,
  readAt: 0,
  isCached: false,
  loading: false,
  failure: null,
};

export type FieldList = ReturnType<typeof createFieldList>;

/** The field definitions of a service. Its promises never reject: failures are in the state. */
export function createFieldList(
  source: FieldSource,
  readCache: ReadCache = () => Promise.resolve(undefined),
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
    /** Loads once: does nothing after the first answer, good or bad. */
    ensureLoaded: (): Promise<void> =>
      (state.fields === undefined || state.isCached) && state.failure === null ? refresh() : flight.settled,
    /** Reads the fields again. An automatic refresh shows no progress. */
    refresh,
    /** Cancels the current load, and reads again what was loaded or requested. */
    restart(): Promise<void> {
      if (state.fields === undefined && !state.loading && state.failure === null) return Promise.resolve();
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

/** A test for a text in the name or key of a field, ignoring case; a blank text matches all. */
export function fieldTest(text: string): (field: Readable<Field>) => boolean {
  const wanted = folded(text.trim());
  return (field) => {
    const { name, key } = field.kind === 'readable' ? field.value : field;
    return (
      wanted === '' || [name, key].some((each) => typeof each === 'string' && folded(each).includes(wanted))
    );
  };
}

/** A copy in this order; fields of equal rank stay in service order. */
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
  return items.toSorted((one, other) => rank(one) - rank(other));
}
