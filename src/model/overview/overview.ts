import type { OverviewContent, Panels, Reading, Scope } from '../../protocol/overview.ts';
import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { Schedule, never } from '../following/schedule.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { Emitter } from '../util/emitter.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { runInSlices } from '../util/slices.ts';
import { describePanels } from './figures/panels.ts';
import { type LastVisit, countChanges, storeVisit, storedVisit } from './lastVisit.ts';
import { type ListReading, createListReading } from '../jobs/listReading.ts';
import { describeReading } from './readingText.ts';

interface OverviewState {
  /** Null until the first answer. */
  readonly reading: Reading | null;
  readonly scope: Scope;
  readonly changes: OverviewContent['changes'];
  readonly panels: Panels | null;
  /** Why the last requested page could not be read. */
  readonly failure: ServiceError | null;
}

const nothingRead = { reading: null, changes: null, panels: null, failure: null };

interface Session {
  readonly baseUrl: string;
  readonly source: PageSource;
  readonly shown: ListReading;
  /** A reading that will replace the shown one. */
  readonly anew: ListReading | undefined;
  /** What is still to be read. */
  readonly goal: 'some' | 'all' | 'nothing';
  readonly before: LastVisit | undefined;
}

/** Shortest and longest time between two descriptions, in milliseconds: ages grow while nothing changes. */
const shortestInterval = 500,
  longestInterval = 60_000;

export type Overview = ReturnType<typeof createOverview>;

/**
 * Reads jobs of the connected service while the page is visible, follows changes, and describes the jobs in
 * panels.
 * @param reader tells whether a job still exists
 * @param store of the workspace; holds the numbers of the last visit per service
 */
export function createOverview(reader: JobReader, store: KeyValueStore) {
  const changed = new Emitter();
  let session: Session | undefined;
  let isSeen = false;
  /** Whether there is news since the last description. */
  let isStale = false;
  let state: OverviewState = { ...nothingRead, scope: { preset: 'all', from: null, to: null } };

  const change = (changes: Partial<OverviewState>) => {
    state = { ...state, ...changes };
    changed.fire();
  };
  const changeReading = () => {
    if (session === undefined) return;
    const {
      shown: { jobs },
      anew,
      goal,
    } = session;
    if (jobs === undefined) return;
    const isReading = goal !== 'nothing' && state.failure === null;
    const progress = !isReading ? 'settled' : goal === 'all' || anew !== undefined ? 'readingAll' : 'reading';
    change({ reading: describeReading(jobs, anew?.jobs, progress, Date.now()) });
  };
  const describing = new Schedule(
    () =>
      isSeen && session?.shown.jobs !== undefined
        ? describing.lastRun + (isStale ? shortestInterval : longestInterval)
        : never,
    async (signal) => {
      isStale = false;
      changeReading();
      const { shown, before } = session ?? {};
      if (shown?.jobs === undefined) return;
      const panels = await runInSlices(describePanels(shown.jobs, state.scope, Date.now(), before), signal);
      const count = countChanges(panels);
      if (!signal.aborted) {
        change({ panels, changes: before === undefined || count === 0 ? null : { since: before.at, count } });
      }
    },
  );
  const describeSoon = () => {
    isStale = true;
    describing.update();
  };
  const reading = new Schedule(
    () => (!isSeen || session === undefined ? never : session.goal === 'nothing' ? reading.nextRun : 0),
    async (signal) => {
      if (session === undefined) return undefined;
      const { shown, anew, goal } = session;
      try {
        if (goal !== 'nothing') await (anew ?? shown).read(goal === 'all', signal, describeSoon);
        const isChanged = goal !== 'nothing' || (await shown.follow(signal));
        if (signal.aborted) return undefined;
        if (anew !== undefined) shown.dispose();
        session = { ...session, shown: anew ?? shown, anew: undefined, goal: 'nothing' };
        change({ failure: null });
        if (isChanged) describeSoon();
        return { isChanged };
      } catch (thrown) {
        if (signal.aborted) return undefined;
        const error = toServiceError('overview', thrown);
        change({ failure: error });
        describeSoon();
        return { error };
      } finally {
        changeReading();
      }
    },
  );

  /** Begins at once with what is to be read; without such, follows changes. */
  const goOn = () => {
    reading.restart();
    reading.hurry();
    changeReading();
    describeSoon();
  };
  /** Stores the numbers of a visible page as the last visit, and stops. */
  const leave = () => {
    if (isSeen && state.panels !== null && session !== undefined) {
      storeVisit(store, session.baseUrl, state.panels, Date.now());
    }
    reading.restart();
    describing.cancel();
  };
  const end = () => {
    leave();
    session?.shown.dispose();
    session?.anew?.dispose();
  };
  /** @param isAnew whether a new reading replaces the shown one when it is done */
  const aim = (goal: Session['goal'], isAnew: boolean) => {
    if (session === undefined) return;
    session.anew?.dispose();
    session = { ...session, goal, anew: isAnew ? createListReading(session.source, reader) : undefined };
    goOn();
  };

  return {
    onDidChange: changed.event,
    get state(): OverviewState {
      return state;
    },
    /** The service that is read; undefined without one. */
    get baseUrl(): string | undefined {
      return session?.baseUrl;
    },
    /** The last reading of each job. */
    get rows(): readonly JobRow[] {
      return session?.shown.jobs?.rows ?? [];
    },
    row: (id: string): JobRow | undefined => session?.shown.row(id),
    /** Clears the state and switches to another service. */
    connect(service: { readonly baseUrl: string; readonly source: PageSource } | undefined): void {
      end();
      session = service && {
        ...service,
        shown: createListReading(service.source, reader),
        anew: undefined,
        goal: 'some',
        before: storedVisit(store, service.baseUrl),
      };
      change(nothingRead);
      goOn();
    },
    /**
     * Sets whether the page is visible: only then is anything read. Hiding it stores its numbers as the last
     * visit.
     */
    attend(isVisible: boolean): void {
      if (isVisible === isSeen) return;
      leave();
      isSeen = isVisible;
      if (isSeen && session !== undefined) {
        session = { ...session, before: storedVisit(store, session.baseUrl) };
      }
      goOn();
    },
    setScope(scope: Scope): void {
      change({ scope });
      describing.restart();
      describeSoon();
    },
    /**
     * Reads all pages that were not read; anew if paging ended early or jobs were removed since the reading
     * began.
     */
    readAll(): void {
      const jobs = session?.shown.jobs;
      aim('all', jobs === undefined || jobs.isWhole || jobs.note !== null || jobs.went > 0);
    },
    /** Ends {@link readAll} or {@link refresh} and keeps what was read. */
    cancel: () => aim('nothing', false),
    /** Retries after a failure, else reads as much as before anew. */
    refresh(): void {
      const { shown, anew, goal = 'nothing' } = session ?? {};
      const isRetry = state.failure !== null && goal !== 'nothing' && anew === undefined;
      aim(isRetry ? goal : shown?.jobs?.isWhole === true ? 'all' : 'some', !isRetry);
    },
    dispose(): void {
      end();
      session = undefined;
      changed.dispose();
    },
  };
}
