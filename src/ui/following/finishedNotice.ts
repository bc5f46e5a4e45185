import { commands, l10n, window } from 'vscode';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { isTooLate, notify, plain } from '../feedback/notify.ts';

/** Most jobs that a notification names; it counts the others. */
const mostNamed = 3;

/**
 * Shows one notification for finished jobs, which can open one of them or stop watching all others; without these buttons if
 * their service is no longer connected.
 * @param environment the name of their environment
 * @param isConnected whether their service is connected
 */
export async function announceFinished(finished: readonly Job[], environment: string | undefined, watches: WatchList, isConnected: () => boolean): Promise<void> {
  const [open, stop] = [l10n.t('Open'), l10n.t('Stop watching')];
  const message = at(environment, sentence(finished));
  if (!isConnected()) return void (await notify.info(message));
  const others = [...watches.keys];
  const stillWatched = others.length === 1 ? l10n.t('1 other job is still watched.') : l10n.t('{0} other jobs are still watched.', formatNumber(others.length));
  const chosen = await (others.length === 0 ? notify.info(message, open) : notify.info(`${message} ${stillWatched}`, open, stop));
  if (chosen === undefined || isTooLate(isConnected)) return;
  if (chosen === stop) return watches.unwatch(...others);
  const key = finished.length === 1 ? finished[0]?.key : await pickOne(finished);
  if (key !== undefined && !isTooLate(isConnected)) await commands.executeCommand('workflowJobs.openJob', key);
}

/** Warns of watched jobs that no longer exist. */
export async function warnOfLost(keys: readonly string[], environment: string | undefined): Promise<void> {
  const [key] = keys;
  const lost =
    keys.length === 1
      ? l10n.t('The service does not know the job “{0}” any more. It is not watched any more.', oneLine(key ?? '', 80))
      : l10n.t('The service does not know {0} watched jobs any more. They are not watched any more.', formatNumber(keys.length));
  await notify.warn(at(environment, lost));
}

function at(environment: string | undefined, text: string): string {
  return environment === undefined ? text : l10n.t('{0}: {1}', environment, text);
}

function sentence(finished: readonly Job[]): string {
  const [first] = finished;
  if (finished.length === 1 && first !== undefined) return l10n.t('{0} finished ({1}).', shortTitle(first), oneLine(first.key, 60));
  const names = finished.slice(0, mostNamed).map(shortTitle);
  const more = finished.length - names.length;
  const listed = more === 0 ? names.join(', ') : l10n.t('{0} and {1} more', names.join(', '), formatNumber(more));
  return l10n.t('{0} watched jobs finished: {1}.', formatNumber(finished.length), listed);
}

function shortTitle(job: Job): string {
  return oneLine(jobTitle(job), 60);
}

async function pickOne(finished: readonly Job[]): Promise<string | undefined> {
  const items = finished.map((job) => ({ label: plain(jobTitle(job)), description: plain(job.key), key: job.key }));
  return (await window.showQuickPick(items, { title: l10n.t('Open Job'), placeHolder: l10n.t('Jobs that finished'), matchOnDescription: true }))?.key;
}
