import type { Field, Readable, ServiceError } from '../../service/index.ts';
import type { KnownFields } from '../jobs/lastKnown.ts';
import { folded } from '../../text/folded.ts';
import { Emitter } from '../util/emitter.ts';
import { createSingleFlight } from '../util/singleFlight.ts';

type FieldSource = (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;

/** Reads the fields stored by an earlier window; never rejects. */
type Recall = () => Promise<KnownFields | undefined>;

interface FieldListState {
  /** In service order; undefined before the first answer. */
  readonly fields: readonly Readable<Field>[] | undefined;
  /** When the fields were read, in epoch milliseconds. */
  readonly readAt: number;
  /** Whether the fields are from an earlier window, because the service has not answered yet. */
  readonly isRecalled: boolean;
  readonly loading: boolean;
  /** Why the last load failed; `fields` keeps the previous answer. */
  readonly failure: ServiceError | null;
}

const nothing: FieldListState = {
  fields: undefined,
  readAt: 0,
  isRecalled: false,
  loading: false,
  failure: null,
};

export type FieldList = ReturnType<typeof createFieldList>;

/** The field definitions of the connected service. Its promises never reject: failures are in the state. */
export function createFieldList() {
  const changed = new Emitter();
  const flight = createSingleFlight<'load'>();
  let source: FieldSource | undefined;
  let recall: Recall | undefined;
  let state = nothing;

  const set = (next: FieldListState) => {
    state = next;
    changed.fire();
  };
  const connect = (to: FieldSource | undefined, recallFields?: Recall, fields?: FieldListState['fields']) => {
    flight.abort();
    source = to;
    recall = recallFields;
    set(fields === undefined ? nothing : { ...nothing, fields, readAt: Date.now() });
  };
  const refresh = (): Promise<void> => {
    const from = source;
    if (from === undefined || flight.kind !== undefined) return flight.settled;
    const settled = flight.start(
      'load',
      async (signal) => {
        const known = state.fields === undefined ? await recall?.() : undefined;
        if (signal.aborted) return;
        if (known !== undefined) set({ ...state, ...known, isRecalled: true });
        const fields = await from(signal);
        if (!signal.aborted) state = { ...state, fields, readAt: Date.now(), isRecalled: false };
      },
      (error) => set({ ...state, loading: false, failure: error ?? null }),
    );
    set({ ...state, loading: true, failure: null });
    return settled;
  };

  return {
    onDidChange: changed.event,
    get state(): FieldListState {
      return state;
    },
    /**
     * Clears the state and switches to another source.
     * @param recallFields reads stored fields to show until the first answer
     * @param fields that the source has just answered with
     */
    connect,
    /** Loads once: does nothing after the first answer, good or bad. */
    ensureLoaded: (): Promise<void> =>
      (state.fields === undefined || state.isRecalled) && state.failure === null ? refresh() : flight.settled,
    refresh,
    dispose(): void {
      changed.dispose();
      connect(undefined);
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
