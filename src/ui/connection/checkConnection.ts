import { l10n } from 'vscode';
import { headerText } from '../../model/environments/apiKeyHeader.ts';
import { type Probe, describeConnection } from '../../model/wording/reports.ts';
import {
  type BaseUrl,
  type JobRow,
  type Readable,
  type RequestRecord,
  type ServiceClient,
  ServiceError,
} from '../../service/index.ts';
import { withSessionProgress } from '../feedback/notify.ts';
import { surroundings } from '../feedback/window.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/**
 * Checks the connected service with `GET /fields`, `GET /jobs`, and `GET /jobs/{key}`. Resolves to
 * a Markdown report, or to undefined if the user cancels.
 */
export async function checkConnection(
  connection: Pick<Connection, 'require' | 'clients'>,
  credentials: Credentials,
): Promise<string | undefined> {
  const {
    client: { baseUrl },
    signal,
  } = connection.require();
  const title = l10n.t('Checking the connection to {0}…', baseUrl.label);
  return withSessionProgress(signal, title, async (ended) => {
    const probe = createProbe(connection.clients, baseUrl);
    const fields = await probe('GET /fields', (client) => client.listFields(ended));
    const jobs = await probe('GET /jobs?page=1', (client) => client.listJobs(1, ended));
    const rows = jobs.response?.jobs;
    const key = rows?.find((row) => row.kind === 'job')?.job.key;
    const singleJob =
      key === undefined
        ? undefined
        : await probe('GET /jobs/{key}', (client) => client.getJob(key, ended));
    const isStored = await credentials.has(baseUrl.origin);
    return describeConnection({
      ...surroundings(),
      baseUrl,
      keyHeader: isStored ? headerText(settings.apiKeyAt(baseUrl.origin)) : undefined,
      requestTimeout: settings.requestTimeout(),
      fields: withCount(fields, fields.response),
      jobs: {
        ...withCount(jobs, rows),
        total: jobs.response?.pagination.total,
        paginated: jobs.response && jobs.response.pagination.currentPage !== null,
      },
      singleJob,
    });
  });
}

/**
 * Creates a function that sends a request and returns the response or the error. The result also
 * contains a record of each attempt.
 */
function createProbe(clients: Connection['clients'], baseUrl: BaseUrl) {
  let records: RequestRecord[] = [];
  const client = clients.clientFor(baseUrl, (record) => records.push(record));
  return async <T>(
    name: string,
    send: (client: ServiceClient) => Promise<T>,
  ): Promise<Probe & { response?: T }> => {
    records = [];
    try {
      return { name, response: await send(client), records, error: undefined };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.kind === 'cancelled') throw thrown;
      return { name, records, error: thrown };
    }
  };
}

/** Adds the number of elements to a result, and an error if any element is unreadable. */
function withCount(probe: Probe, elements?: readonly (JobRow | Readable<unknown>)[]) {
  const unreadable = elements?.find((element) => element.kind === 'unreadable');
  if (unreadable === undefined) return { ...probe, count: elements?.length };
  const text = l10n.t(
    'The response to {0} could be read only partially: {1}.',
    probe.name,
    unreadable.problem,
  );
  return { ...probe, count: elements?.length, error: new ServiceError('unreadable', text) };
}
