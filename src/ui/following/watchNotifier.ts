import { Disposable, commands, l10n, window } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { AutoRefresh } from '../../model/following/autoRefresh.ts';
import { JobPoller } from '../../model/following/jobPoller.ts';
import { Throttle } from '../../model/following/throttle.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { BaseUrl, Job, ServiceClient } from '../../service/index.ts';
import { isolated, oneLine } from '../../text/inert.ts';
import { firstInLine } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { warnIfDisconnected, notify, plain } from '../feedback/notify.ts';
import { attempt } from '../feedback/report.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';

/** Shortest time between two notifications of finished jobs, in milliseconds. */
const noticeInterval = 10_000;

/** Most jobs that a notification names; it counts the others. */
const mostNamed = 3;

/** A watched job that finished, and its service. */
interface Finished {
  readonly job: Job;
  readonly baseUrl: BaseUrl;
}

export type WatchNotifier = ReturnType<typeof createWatchNotifier>;

/**
 * Polls jobs and refreshes views while the window has the focus, and announces finished jobs by badge and
 * notification.
 */
export function createWatchNotifier(
  watches: WatchList,
  reader: JobReader,
  jobs: JobList,
  fields: FieldList,
  jobsView: JobsView,
  fieldsView: FieldsView,
  environments: EnvironmentList,
) {
  const poller = new JobPoller(jobs, watches, reader);
  /** Keys of jobs that finished while the Jobs view was not visible. */
  const unseen = new Set<string>();
  /** The service whose jobs are polled. */
  let service: BaseUrl | undefined;

  const isViewSeen = () => jobsView.list.tree.visible && window.state.focused;
  const showBadge = () => {
    const value = unseen.size;
    const tooltip =
      value === 1 ? l10n.t('1 watched job finished') : l10n.t('{0} watched jobs finished', value);
    jobsView.list.tree.badge = value === 0 ? undefined : { value, tooltip };
  };
  const notices = new Throttle<Finished>(noticeInterval, (finished) => {
    const [first] = finished;
    if (first === undefined || !settings.notifyWhenFinished()) return;
    const {
      baseUrl: { href },
    } = first;
    void attempt('finished', () =>
      announceFinished(
        finished.map(({ job }) => job),
        environments.titleAt(href),
        watches,
        () => service?.href === href,
      ),
    );
  });
  const autoRefresh = new AutoRefresh(
    [
      {
        isVisible: () => jobsView.list.tree.visible,
        refresh: async () => {
          // Skipped during another load, which reads the same pages. Rows keep their places while the window
          // is in use.
          if (jobs.state.loading === null) {
            await jobs.refresh({ readOn: false, holdsRows: window.state.active });
          }
          return jobs.state.failure?.error;
        },
      },
      {
        isVisible: () => fieldsView.list.tree.visible,
        refresh: async () => {
          await fields.refresh();
          return fields.state.failure ?? undefined;
        },
      },
    ],
    settings.autoRefresh,
  );
  const attend = () => {
    const { focused, active } = window.state;
    if (isViewSeen()) unseen.clear();
    showBadge();
    // Before the poller, so that it leaves the jobs to a list refresh that is due at the same time.
    autoRefresh.setFocus(focused);
    poller.setAttention({ focused, active });
  };
  const subscriptions = Disposable.from(
    poller.onDidPoll((event) => {
      if (event.kind === 'gone' && event.watched.length > 0 && settings.notifyWhenFinished()) {
        void attempt('lost', () => warnOfLost(event.watched, service && environments.titleAt(service.href)));
      }
      if (event.kind !== 'finished') return;
      if (!isViewSeen()) for (const { key } of event.jobs) unseen.add(key);
      showBadge();
      const baseUrl = service;
      if (baseUrl !== undefined) notices.add(event.jobs.map((job) => ({ job, baseUrl })));
    }),
    window.onDidChangeWindowState(attend),
    jobsView.list.tree.onDidChangeVisibility(attend),
    fieldsView.list.tree.onDidChangeVisibility(attend),
    onDidChangeSettings(['autoRefresh'], () => autoRefresh.update()),
    { dispose: () => notices.clear() },
    autoRefresh,
    poller,
  );
  attend();

  return {
    poller,
    connect(client: ServiceClient | undefined): void {
      unseen.clear();
      showBadge();
      service = client?.baseUrl;
      // Pending notices are shown now, because these jobs are no longer watched and no later round would
      // announce them.
      notices.flush();
      autoRefresh.connect(client !== undefined);
      poller.connect(client !== undefined);
    },
    /** Removes a job that a person has seen from the badge. */
    markSeen(key: string): void {
      if (unseen.delete(key)) showBadge();
    },
    dispose: () => void subscriptions.dispose(),
  };
}

/**
 * Shows one notification for finished jobs, which can open one of them or stop watching all others; without
 * these buttons if their service is no longer connected.
 * @param environment the name of their environment
 * @param isConnected whether their service is connected
 */
async function announceFinished(
  finished: readonly Job[],
  environment: string | undefined,
  watches: WatchList,
  isConnected: () => boolean,
): Promise<void> {
  const [open, stop] = [l10n.t('Open'), l10n.t('Stop watching')];
  const message = at(environment, sentence(finished));
  if (!isConnected()) return void (await notify.info(message));
  const others = [...watches.keys];
  const stillWatched =
    others.length === 1
      ? l10n.t('1 other job is still watched.')
      : l10n.t('{0} other jobs are still watched.', formatNumber(others.length));
  const chosen = await (others.length === 0
    ? notify.info(message, open)
    : notify.info(`${message} ${stillWatched}`, open, stop));
  if (chosen === undefined || warnIfDisconnected(isConnected())) return;
  if (chosen === stop) return watches.unwatch(...others);
  const key = finished.length === 1 ? finished[0]?.key : await pickOne(finished);
  if (key !== undefined && !warnIfDisconnected(isConnected())) {
    await commands.executeCommand('workflowJobs.openJob', key);
  }
}

/** Warns of watched jobs that no longer exist. */
async function warnOfLost(keys: readonly string[], environment: string | undefined): Promise<void> {
  const [key] = keys;
  const lost =
    keys.length === 1
      ? l10n.t(
          'The service does not know the job “{0}” any more. It is not watched any more.',
          oneLine(key ?? '', 80),
        )
      : l10n.t(
          'The service does not know {0} watched jobs any more. They are not watched any more.',
          formatNumber(keys.length),
        );
  await notify.warn(at(environment, lost));
}

function at(environment: string | undefined, text: string): string {
  return environment === undefined ? text : l10n.t('{0}: {1}', environment, text);
}

function sentence(finished: readonly Job[]): string {
  const [first] = finished;
  if (finished.length === 1 && first !== undefined) {
    return l10n.t('{0} finished ({1}).', shortTitle(first), oneLine(first.key, 60));
  }
  return l10n.t(
    '{0} watched jobs finished: {1}.',
    formatNumber(finished.length),
    firstInLine(finished.map(shortTitle), mostNamed),
  );
}

function shortTitle(job: Job): string {
  return isolated(oneLine(jobTitle(job), 60));
}

async function pickOne(finished: readonly Job[]): Promise<string | undefined> {
  const items = finished.map((job) => ({
    label: plain(jobTitle(job)),
    description: plain(job.key),
    key: job.key,
  }));
  return (
    await window.showQuickPick(items, {
      title: l10n.t('Open Job'),
      placeHolder: l10n.t('Jobs that finished'),
      matchOnDescription: true,
    })
  )?.key;
}
