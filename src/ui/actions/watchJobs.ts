import { l10n } from 'vscode';
import { jobState } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import { jobChoice, jobChoices } from '../../model/wording/jobChoices.ts';
import { type Job, ServiceError } from '../../service/index.ts';
import { mayOpen, notify, warnIfDisconnected } from '../feedback/notify.ts';
import { requireRead } from '../feedback/report.ts';
import { type OpenServices, readGivenJob } from './openJobs.ts';
import { pickKey } from './keyPick.ts';

type WatchServices = Pick<OpenServices, 'connection' | 'environments'>;

/**
 * Starts watching the given jobs, except completed jobs. Asks for a job if none is given. Resolves
 * to the keys of the watched jobs.
 * @param given jobs in the selected rows
 * @param passed keybinding or script argument, see {@link readGivenJob}
 */
export async function watchJob(
  services: WatchServices,
  given: readonly Job[],
  passed?: unknown,
): Promise<string[]> {
  const { key, environment } = readGivenJob(passed);
  const session = requireConnected(services, environment);
  const keys = key === undefined ? given.map((job) => job.key) : [key];
  if (keys.length === 0) return pickWatched(session);
  const active = keys.filter((each) => {
    const job = session.jobs.get(each);
    return job === undefined || jobState(job) !== 'completed';
  });
  session.watches.watch(...active);
  return active;
}

/**
 * Returns the session of the named environment, or this window's session if no name is given.
 * @throws {ServiceError} `notPermitted` if the window is connected to another service
 */
function requireConnected(
  { connection, environments }: WatchServices,
  environment: string | undefined,
): Session {
  const session = connection.sessionNamed(environment);
  if (connection.session === session) return session;
  throw new ServiceError(
    'notPermitted',
    l10n.t(
      'Only jobs of the connected service can be watched. Switch to {0} first.',
      environments.nameOf(session.client.baseUrl),
    ),
  );
}

/** Asks for an active job, and starts watching that job. */
async function pickWatched({ list, signal, watches }: Session): Promise<string[]> {
  const requestedAt = performance.now();
  await list.ensureLoaded();
  const { rows, failure } = list.state;
  requireRead(rows, failure?.error);
  if (!(await mayOpen(requestedAt, l10n.t('The jobs were loaded.'), l10n.t('Select Job…'))))
    return [];
  const active = (rows ?? []).filter(
    (row) => row.kind === 'job' && jobState(row.job) !== 'completed',
  );
  const picked = await pickKey({
    title: l10n.t('Watch'),
    placeholder: l10n.t('Select a job, or enter a job key'),
    choices: jobChoices(active, Date.now(), watches.keys),
    free: { useTyped: l10n.t('Watch job') },
  });
  if (picked === undefined || warnIfDisconnected(signal)) return [];
  watches.watch(picked);
  return [picked];
}

/** Asks for a watched job, and stops watching that job. */
export async function pickUnwatched({ watched, watches }: Session): Promise<void> {
  const group = l10n.t('watched jobs');
  const choices = watched.rows
    .filter(({ job }) => watches.isWatched(job.key))
    .map(({ job }) => jobChoice(job, group, Date.now()));
  if (choices.length === 0) return void notify.info(l10n.t('No job is watched.'));
  const picked = await pickKey({
    title: l10n.t('Stop Watching'),
    placeholder: l10n.t('Select a job'),
    choices,
  });
  if (picked !== undefined) watches.unwatch(picked);
}
