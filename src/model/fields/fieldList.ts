import {
  type Field,
  type Readable,
  type ServiceError,
  abortableDelay,
} from '../../service/index.ts';
import { type CachedFields, delayAfterCache } from '../jobs/jobListCache.ts';
import { foldCase } from '../../text/foldCase.ts';
import { Emitter } from '../util/emitter.ts';
import { SingleFlight } from '../util/singleFlight.ts';

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

/**
 * Loads and stores the fields of a service. The methods never reject: if a load fails, the list
 * keeps the fields and sets `state.failure`.
 */
export class FieldList {
  readonly #source: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>;
  readonly #readCache: () => Promise<CachedFields | undefined>;
  readonly #changed = new Emitter();
  readonly #flight = new SingleFlight<'refresh' | 'autoRefresh'>();
  #state = emptyFieldList;

  readonly onDidChange = this.#changed.event;

  /** @param readCache reads the cached fields from a previous session and never rejects */
  constructor(
    source: (signal: AbortSignal) => Promise<readonly Readable<Field>[]>,
    readCache: () => Promise<CachedFields | undefined> = () => Promise.resolve(undefined),
  ) {
    this.#source = source;
    this.#readCache = readCache;
  }

  get state(): FieldListState {
    return this.#state;
  }

  /** Loads the fields, unless an earlier load has already succeeded or failed. */
  async ensureLoaded(): Promise<void> {
    const { fields, isCached, failure } = this.#state;
    const isMissing = fields === undefined || isCached;
    if (isMissing && failure === null) return this.refresh();
    if (this.#flight.kind === 'refresh') await this.#flight.settled;
  }

  /**
   * Loads the fields again. An automatic refresh does not show progress, and is canceled if the
   * user refreshes the fields.
   */
  refresh({ isAutomatic = false } = {}): Promise<void> {
    const kind = isAutomatic ? 'autoRefresh' : 'refresh';
    if (this.#flight.kind === 'refresh' || this.#flight.kind === kind) return this.#flight.settled;
    const settled = this.#flight.start(
      kind,
      (signal) => this.#load(signal),
      (error) => this.#set({ loading: false, failure: error ?? null }),
    );
    if (!isAutomatic) this.#set({ loading: true, failure: null });
    return settled;
  }

  /** Cancels the current load and starts a new load. Does nothing before the first load. */
  restart(): Promise<void> {
    const { fields, loading, failure } = this.#state;
    if (fields === undefined && !loading && failure === null) return Promise.resolve();
    this.#flight.abort();
    return this.refresh();
  }

  dispose(): void {
    this.#flight.abort();
    this.#changed.dispose();
  }

  /** Shows the cached fields, if any, until the service returns the fields. */
  async #load(signal: AbortSignal): Promise<void> {
    const cached = this.#state.fields === undefined ? await this.#readCache() : undefined;
    signal.throwIfAborted();
    if (cached !== undefined) {
      this.#set({ ...cached, isCached: true });
      await abortableDelay(delayAfterCache, signal);
    }
    const fields = await this.#source(signal);
    signal.throwIfAborted();
    this.#state = { ...this.#state, fields, readAt: Date.now(), isCached: false };
  }

  #set(changes: Partial<FieldListState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.fire();
  }
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
