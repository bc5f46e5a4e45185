import { l10n } from 'vscode';
import { type Probe, describeConnection } from '../../model/wording/reports.ts';
import { type JobRow, type Readable, type RequestRecord, ServiceError } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { surroundings } from '../feedback/window.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/** Sends each kind of read request to the connected service, and resolves to a readable report. */
export async function checkConnection(
  connection: Pick<Connection, 'require' | 'clientFor'>,
  credentials: Credentials,
  log: Log,
): Promise<string> {
  const {
    client: { baseUrl },
    signal,
  } = connection.require();
  return withProgress(l10n.t('Checking the connection to {0}…', baseUrl.label), async (cancelled) => {
    const abort = AbortSignal.any([signal, cancelled]);
    let records: RequestRecord[] = [];
    const client = connection.clientFor(baseUrl, (record) => {
      records.push(record);
      log.request(record);
    });
    const probe = async <T>(
      name: string,
      ask: () => Promise<T>,
      entriesOf?: (answer: T) => readonly (JobRow | Readable<unknown>)[],
    ): Promise<Probe & { answer?: T; count?: number | undefined }> => {
      records = [];
      try {
        const answer = await ask();
        const entries = entriesOf?.(answer);
        const unread = entries?.find((entry) => entry.kind === 'unreadable');
        return {
          name,
          answer,
          count: entries?.length,
          records,
          error:
            unread &&
            new ServiceError(
              'unreadable',
              l10n.t('Not all of {0} could be read: {1}.', name, unread.problem),
            ),
        };
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.kind === 'cancelled') {
          warnIfDisconnected(signal);
          throw thrown;
        }
        return { name, records, error: thrown };
      }
    };
    const fields = await probe(
      'GET /fields',
      () => client.listFields(abort),
      (answer) => answer,
    );
    const jobs = await probe(
      'GET /jobs?page=1',
      () => client.listJobs(1, abort),
      (answer) => answer.jobs,
    );
    const key = jobs.answer?.jobs.find((row) => row.kind === 'job')?.job.key;
    const singleJob =
      key === undefined ? undefined : await probe('GET /jobs/{key}', () => client.getJob(key, abort));
    return describeConnection({
      ...surroundings(),
      baseUrl,
      credential: { stored: await credentials.has(baseUrl.origin), ...settings.apiKeyAt(baseUrl.origin) },
      requestTimeout: settings.requestTimeout(),
      fields,
      jobs: {
        ...jobs,
        total: jobs.answer?.pagination.total,
        paginated: jobs.answer && jobs.answer.pagination.currentPage !== null,
      },
      singleJob,
    });
  });
}
