import { env, l10n, window } from 'vscode';
import {
  type ExportFormat,
  exportFileName,
  exportFormats,
  exportText,
} from '../../model/export/jobExport.ts';
import { jobsTable } from '../../model/export/jobsTable.ts';
import { encodeInSlices } from '../../model/util/slices.ts';
import type { JobRow } from '../../service/index.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatJobs } from '../../text/number.ts';
import { askForFile, showExported, writeWhole } from '../documents/exportFile.ts';
import { notify, warnIfDisconnected, withSessionProgress } from '../feedback/notify.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { Session } from '../../model/session/session.ts';
import { fileNameOf } from '../files/writeFile.ts';
import { type ExportScope, askForScope, rowsOfScope } from './exportScope.ts';

interface ExportServices {
  readonly connection: Pick<Connection, 'require'>;
  readonly environments: Pick<EnvironmentList, 'at'>;
}

/** Asks for the jobs, format, and file of an export. Then exports the jobs and shows progress. */
export async function exportJobs(services: ExportServices): Promise<void> {
  const session = services.connection.require();
  const scope = await askForScope(session, l10n.t('Export Jobs: Select Jobs'));
  if (scope !== undefined) await exportScope(services, session, scope);
}

/** Asks for a format and a file, and exports the given rows. */
export async function exportRows(services: ExportServices, rows: readonly JobRow[]): Promise<void> {
  await exportScope(services, services.connection.require(), { kind: 'loaded', rows });
}

async function exportScope(
  { environments }: ExportServices,
  session: Session,
  scope: ExportScope,
): Promise<void> {
  const { client, signal } = session;
  const format = await askForFormat();
  if (format === undefined) return;
  const environment = environments.at(client.baseUrl.href)?.name;
  const suggested = exportFileName(format, environment);
  const target = await askForFile(l10n.t('Export Jobs'), format, suggested);
  if (target === undefined) return;

  const name = fileNameOf(target);
  const exported = await withSessionProgress(
    signal,
    l10n.t('Exporting jobs'),
    async (ended, report) => {
      const found = await rowsOfScope(session, scope, { signal: ended, report });
      report(l10n.t('writing {0}', name));
      // Encodes the jobs before writing, so that an existing file stays intact if encoding fails.
      const content = await encodeInSlices(exportText(found.rows, format), ended);
      return (await writeWhole(target, content)) ? found : undefined;
    },
  );
  if (exported === undefined) return;
  const { rows, note } = exported;
  const result = l10n.t('Exported {0} to {1}.', formatJobs(rows.length), name);
  const show = note === undefined ? notify.info : notify.warn;
  await showExported(target, joinNonEmpty(' ', result, note), show);
}

/** Asks which jobs to copy. Loads all jobs if necessary, and copies them as a Markdown table. */
export async function copyJobsAsTable({
  connection,
}: Pick<ExportServices, 'connection'>): Promise<void> {
  const session = connection.require();
  const scope = await askForScope(session, l10n.t('Copy as Markdown Table: Select Jobs'));
  if (scope === undefined || warnIfDisconnected(session.signal)) return;
  const found = await withSessionProgress(
    session.signal,
    l10n.t('Loading jobs'),
    (signal, report) => rowsOfScope(session, scope, { signal, report }),
  );
  if (found === undefined) return;
  await env.clipboard.writeText(jobsTable(found.rows));
  const show = found.note === undefined ? notify.info : notify.warn;
  void show(joinNonEmpty(' ', l10n.t('Copied {0}.', formatJobs(found.rows.length)), found.note));
}

async function askForFormat(): Promise<ExportFormat | undefined> {
  const details: Record<ExportFormat, string> = {
    csv: l10n.t('Table for spreadsheets, without nested values'),
    ndjson: l10n.t('Jobs as the service sent them, one per line'),
    json: l10n.t('Jobs as the service sent them, in one array'),
  };
  const choices = exportFormats.map((format) => ({
    label: format.toUpperCase(),
    detail: details[format],
    format,
  }));
  return (await window.showQuickPick(choices, { title: l10n.t('Export Jobs: Format') }))?.format;
}
