import { l10n } from 'vscode';
import { headerText } from '../../model/environments/apiKeyHeader.ts';
import { type Probe, describeConnection } from '../../model/wording/reports.ts';
import { type JobRow, type Readable, type RequestRecord, ServiceError } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { withSessionProgress } from '../feedback/notify.ts';
import { surroundings } from '../feedback/window.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/** Sends each kind of read request to the connected service, and resolves to a readable report, unless the user cancels. */
export async function checkConnection(
  connection: Pick<Connection, 'require' | 'clients'>,
  credentials: Credentials,
  log: Log,
): Promise<string | undefined> {
  const {
    client: { baseUrl },
    signal,
  } = connection.require();
  const title = l10n.t('Checking the connection to {0}…', baseUrl.label);
  return withSessionProgress(signal, title, async (ended) => {
    let records: RequestRecord[] = [];
    const client = connection.clients.clientFor(baseUrl, (record) => {
      records.push(record);
      log.request(record);
    });
    const probe = async <T>(
      name: string,
      send: () => Promise<T>,
      entriesOf?: (response: T) => readonly (JobRow | Readable<unknown>)[],
    ): Promise<Probe & { response?: T; count?: number | undefined }> => {
      records = [];
      try {
        const response = await send();
        const entries = entriesOf?.(response);
        const unread = entries?.find((entry) => entry.kind === 'unreadable');
        return {
          name,
          response,
          count: entries?.length,
          records,
          error:
            unread &&
            new ServiceError(
              'unreadable',
              l10n.t('The response to {0} could be read only in part: {1}.', name, unread.problem),
            ),
        };
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.kind === 'cancelled') throw thrown;
        return { name, records, error: thrown };
      }
    };
    const fields = await probe(
      'GET /fields',
      () => client.listFields(ended),
      (response) => response,
    );
    const jobs = await probe(
      'GET /jobs?page=1',
      () => client.listJobs(1, ended),
      (response) => response.jobs,
    );
    const key = jobs.response?.jobs.find((row) => row.kind === 'job')?.job.key;
    const singleJob =
      key === undefined ? undefined : await probe('GET /jobs/{key}', () => client.getJob(key, ended));
    const isStored = await credentials.has(baseUrl.origin);
    return describeConnection({
      ...surroundings(),
      baseUrl,
      keyHeader: isStored ? headerText(settings.apiKeyAt(baseUrl.origin)) : undefined,
      requestTimeout: settings.requestTimeout(),
      fields,
      jobs: {
        ...jobs,
        total: jobs.response?.pagination.total,
        paginated: jobs.response && jobs.response.pagination.currentPage !== null,
      },
      singleJob,
    });
  });
}
