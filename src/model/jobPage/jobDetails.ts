import { type JobRow, rowId } from '../../service/index.ts';
import type { FollowEvent } from '../following/jobFollower.ts';
import type { JobReading } from '../jobs/jobReader.ts';
import type { StoreChange } from '../jobs/jobStore.ts';
import type { Session } from '../session/session.ts';
import { type Disposable, Emitter, type Event } from '../util/emitter.ts';
import {
  type JobDetailsState,
  applyDeletion,
  applyFailure,
  applyRead,
  applyResponse,
  isUpToDate,
  initialDetails,
} from './detailsState.ts';

/** Session properties that a job page uses. */
type DetailsSession = Pick<Session, 'jobs' | 'list' | 'reader' | 'follower'>;

interface JobDetailsOptions {
  /** Row ID of a job without a key, which can be loaded only from the job list. */
  readonly row?: string | undefined;
  /** Fallback row for a job that is missing from the loaded list. */
  readonly known?: JobRow | undefined;
}

/**
 * Loads a job and keeps the job up to date: uses the cached job first, then requests the job, and
 * then applies later responses.
 */
export class JobDetails {
  readonly #changed = new Emitter();
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #key: string;
  readonly #rowId: string;
  readonly #options: JobDetailsOptions;
  #session: DetailsSession | undefined;
  #subscriptions: readonly Disposable[] = [];
  #state = initialDetails(Date.now());
  #loading: AbortController | undefined;

  constructor(key: string, options: JobDetailsOptions = {}) {
    this.#key = key;
    this.#rowId = options.row ?? rowId(key);
    this.#options = options;
  }

  get state(): JobDetailsState {
    return this.#state;
  }

  /** Replaces the session. Call `load` afterwards to update the state. */
  setSession(session: DetailsSession | undefined): void {
    this.#unsubscribe();
    this.#session = session;
    if (session === undefined || this.#options.row !== undefined) return;
    this.#subscriptions = [
      session.jobs.onDidApply((change) => this.#onApply(change)),
      session.follower.onDidFollow((event) => this.#onFollow(event)),
    ];
  }

  /**
   * Loads the job again. Stores service errors in the state, and rejects only on internal errors.
   * @param requestsList If true, requests the job list if the service does not support `GET
   * /jobs/{key}`.
   */
  async load({ requestsList = false } = {}): Promise<void> {
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    const session = this.#session;
    const known = this.#withKnownJob();
    if (session === undefined) {
      return this.#set({ ...known, freshness: { kind: 'disconnected' }, isLoading: false });
    }
    // Keeps the previous error visible until the response arrives.
    const { freshness } = known;
    this.#set({
      ...known,
      freshness: freshness.kind === 'disconnected' ? { kind: 'current' } : freshness,
      isLoading: true,
    });
    const reading = await this.#read(session, { signal, requestsList });
    if (signal.aborted) return;
    const response = {
      reading,
      isListed: this.#isCurrentWithoutDetails(session),
      isJustStarted: session.follower.mayAppear(this.#key),
      now: Date.now(),
    };
    this.#set(applyResponse({ ...this.#state, isLoading: false }, response));
    // Loads the job list, because the list may contain the job.
    if (reading.kind === 'failed' && this.#state.job === undefined)
      void session.list.ensureLoaded();
  }

  dispose(): void {
    this.#loading?.abort();
    this.#unsubscribe();
    this.#changed.dispose();
  }

  #unsubscribe(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#subscriptions = [];
  }

  /** Returns the state with the job from the store or from the job list until a job is loaded. */
  #withKnownJob(): JobDetailsState {
    const row = this.#session?.list.row(this.#rowId) ?? this.#options.known;
    const state = { ...this.#state, unreadable: row?.kind === 'unreadable' ? row : undefined };
    if (state.job !== undefined) return state;
    const listed = row?.kind === 'job' ? row.job : undefined;
    const job = this.#session?.jobs.get(this.#key) ?? listed;
    return { ...state, job, readAt: this.#session?.jobs.readAt(this.#key) ?? state.readAt };
  }

  #read(
    session: DetailsSession,
    { signal, requestsList }: { readonly signal: AbortSignal; readonly requestsList: boolean },
  ): Promise<JobReading> {
    const { reader } = session;
    const isListedOnly = this.#options.row !== undefined || this.#state.unreadable !== undefined;
    return isListedOnly
      ? reader.readListed(this.#rowId, signal)
      : reader.read(this.#key, signal, requestsList || !this.#isListed(session));
  }

  #onApply({ read, source }: StoreChange): void {
    const job = read.find(({ key }) => key === this.#key);
    if (job === undefined) return;
    if (source === 'cache') return this.#set(this.#withKnownJob());
    const { job: known, unreadable, isLoading, freshness } = this.#state;
    // Ignores changes until `load` is called for the first time.
    const hasContent = known !== undefined || unreadable !== undefined;
    if (!hasContent && !isLoading && freshness.kind === 'current') return;
    this.#set(applyRead(this.#state, job, { isSingle: source === 'single', now: Date.now() }));
  }

  #onFollow(event: FollowEvent): void {
    if (event.kind === 'deleted' && event.keys.includes(this.#key)) {
      this.#set(applyDeletion(this.#state));
    }
    if (event.kind !== 'failed' || !event.keys.includes(this.#key)) return;
    const { job, isLoading, freshness } = this.#state;
    if (job === undefined || isLoading || !isUpToDate(freshness)) return;
    const isListed = this.#session !== undefined && this.#isCurrentWithoutDetails(this.#session);
    this.#set(applyFailure(this.#state, event.error, isListed));
  }

  /**
   * Returns true if the service supports `GET /jobs/{key}` and the loaded list contains the job. A
   * failed request may then affect only the job's details.
   */
  #isCurrentWithoutDetails(session: DetailsSession): boolean {
    return session.reader.canReadSingles && this.#isListed(session);
  }

  /** Returns true if this window loaded the job list without an error and found the job. */
  #isListed({ list }: DetailsSession): boolean {
    const { failure, cachedAt } = list.state;
    return failure === null && cachedAt === null && list.row(this.#rowId) !== undefined;
  }

  #set(after: JobDetailsState): void {
    const before = this.#state;
    this.#state = after;
    const names = Object.keys(after) as (keyof JobDetailsState)[];
    const isChanged = (name: keyof JobDetailsState) =>
      name !== 'readAt' && name !== 'detailsReadAt' && before[name] !== after[name];
    if (names.some(isChanged)) this.#changed.fire();
  }
}
