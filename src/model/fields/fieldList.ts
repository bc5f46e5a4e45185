import type { Field, Readable, ServiceError } from '../../service/index.ts';
import type { KnownFields } from '../jobs/lastKnown.ts';
import { Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';

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

const nothing: FieldListState = { fields: undefined, readAt: 0, isRecalled: false, loading: false, failure: null };

/** The field definitions of the connected service. Its promises never reject: failures are in the state. */
export class FieldList {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #flight = new SingleFlight<'load'>();
  #source: FieldSource | undefined;
  #recall: Recall | undefined;
  #state = nothing;

  get state(): FieldListState {
    return this.#state;
  }

  /**
   * Clears the state and switches to another source.
   * @param recall reads stored fields to show until the first answer
   */
  connect(source: FieldSource | undefined, recall?: Recall): void {
    this.#flight.abort();
    this.#source = source;
    this.#recall = recall;
    this.#set(nothing);
  }

  /** Loads once: does nothing after the first answer, good or bad. */
  ensureLoaded(): Promise<void> {
    const { fields, isRecalled, failure } = this.#state;
    return (fields === undefined || isRecalled) && failure === null ? this.refresh() : this.#flight.landed;
  }

  refresh(): Promise<void> {
    const source = this.#source;
    if (source === undefined || this.#flight.kind !== undefined) return this.#flight.landed;
    const landed = this.#flight.start(
      'load',
      async (signal) => {
        const known = this.#state.fields === undefined ? await this.#recall?.() : undefined;
        if (signal.aborted) return;
        if (known !== undefined) this.#set({ ...this.#state, ...known, isRecalled: true });
        const fields = await source(signal);
        if (!signal.aborted) this.#state = { ...this.#state, fields, readAt: Date.now(), isRecalled: false };
      },
      (error) => this.#set({ ...this.#state, loading: false, failure: error ?? null }),
    );
    this.#set({ ...this.#state, loading: true, failure: null });
    return landed;
  }

  dispose(): void {
    this.#changed.dispose();
    this.connect(undefined);
  }

  #set(state: FieldListState): void {
    this.#state = state;
    this.#changed.fire();
  }
}

export type FieldOrder = 'service' | 'requiredFirst';

/** A test for a text in the name or key of a field, ignoring case; a blank text matches all. */
export function fieldTest(text: string): (field: Readable<Field>) => boolean {
  const wanted = folded(text.trim());
  return (field) => {
    const { name, key } = field.kind === 'readable' ? field.value : field;
    return wanted === '' || [name, key].some((each) => typeof each === 'string' && folded(each).includes(wanted));
  };
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A copy in this order; fields of equal rank stay in service order. */
export function inOrder<T>(items: readonly T[], order: FieldOrder, fieldOf: (item: T) => Readable<Field>): readonly T[] {
  if (order === 'service') return items;
  const rank = (item: T) => {
    const field = fieldOf(item);
    return field.kind === 'readable' && field.value.required === true ? 0 : 1;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}
