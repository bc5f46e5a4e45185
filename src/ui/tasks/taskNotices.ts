import { l10n } from 'vscode';
import { Throttle } from '../../model/following/throttle.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { TaskStart } from '../../model/tasks/unfinishedStarts.ts';
import { bidiIsolate, singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import { formatFirstNames } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { type NoticeServices, type Started, notifyStarted } from '../starting/startNotices.ts';
import { notify, offers } from '../feedback/notify.ts';
import { withErrorReporting } from '../feedback/report.ts';
import { focusJobs } from '../feedback/window.ts';

/** Time to collect started jobs for one notification, in milliseconds. */
const gatherTime = 2_000;

/** Maximum number of jobs that a notification lists by name. */
const maxNamedTasks = 3;

/** Asks whether to start another job if an interrupted task's job may still be active. */
export async function askForAnother({ workflow }: TaskStart): Promise<boolean> {
  const question = l10n.t(
    'The task for workflow “{0}” was interrupted, and its job may still be active. Start another job?',
    escapeQuotes(workflow),
  );
  // The default button starts no job, because the dialog may open while the user is typing.
  const [cancel, startAnother] = [l10n.t('Do Not Start'), l10n.t('Start Another Job')];
  return (await notify.ask(question, cancel, startAnother)) === startAnother;
}

/** Creates a throttle that combines notifications about jobs started at about the same time. */
export function createTaskNotices(services: NoticeServices): Throttle<Started> {
  const show = (started: readonly Started[]) =>
    void withErrorReporting('openJob', () => notifyTasksStarted(services, started));
  return new Throttle(gatherTime, show, gatherTime);
}

async function notifyTasksStarted(
  services: NoticeServices,
  started: readonly Started[],
): Promise<void> {
  const [first] = started;
  if (first === undefined) return;
  if (started.length === 1) return notifyStarted(services, first);
  const titles = started.map(({ job }) => bidiIsolate(singleLine(jobTitle(job), 60)));
  const message = l10n.t(
    'Tasks started {0} jobs: {1}.',
    formatNumber(started.length),
    formatFirstNames(titles, maxNamedTasks),
  );
  if (await offers(notify.info, message, l10n.t('Show Jobs'))) await focusJobs();
}
