import { type Uri, l10n, window } from 'vscode';
import { rowsIn } from '../../model/browsing/grouping.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { nameOfFilter } from '../../model/browsing/namedFilters.ts';
import { type ExportFormat, exportFileName, exportText } from '../../model/export/jobExport.ts';
import { PageReading } from '../../model/jobs/pageReading.ts';
import { changedText } from '../../model/jobs/pagingTexts.ts';
import { encodeInSlices } from '../../model/util/slices.ts';
import type { JobRow } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { settings } from '../connection/settings.ts';
import { askForFile, showExported, writeWhole } from '../documents/exportFile.ts';
import { warnIfDisconnected, notify, withProgress } from '../feedback/notify.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { Session } from '../../model/session/session.ts';

interface ExportServices {
  readonly connection: Pick<Connection, 'require'>;
  readonly environments: Pick<EnvironmentList, 'at'>;
}

/** Exported rows, and why jobs may be missing, as one sentence. */
interface ExportedJobs {
  readonly rows: readonly JobRow[];
  readonly note: string | null;
}
import { fileNameOf } from '../files/writeFile.ts';

type Scope = 'shown' | 'everything';

/**
 * Exports jobs to a file: asks for scope, format and file, then reads and writes with progress.
 * @param selected rows to export as JSON without asking for scope and format
 */
export async function exportJobs(
  { connection, environments }: ExportServices,
  selected?: readonly JobRow[],
): Promise<void> {
  const session = connection.require();
  const { client, signal, browsing } = session;
  const scope = selected ?? (await askForScope(session));
  if (scope === undefined) return;
  const format = selected === undefined ? await askForFormat() : 'json';
  if (format === undefined) return;
  const target = await askForFile(
    l10n.t('Export Jobs'),
    format,
    exportFileName(
      format,
      joined(
        ' ',
        environments.at(client.baseUrl.href)?.name,
        scope === 'shown' ? savedName(browsing) : undefined,
      ),
    ),
  );
  if (target === undefined) return;

  const name = fileNameOf(target);
  const exported = await withProgress(l10n.t('Exporting jobs'), async (cancelled, report) => {
    const ended = AbortSignal.any([signal, cancelled]);
    try {
      const found =
        scope !== 'everything'
          ? { rows: scope === 'shown' ? shownRows(browsing) : scope, note: null }
          : await readAllJobs(session, ended, report);
      report(l10n.t('writing {0}', name));
      // A job may have been read again since its page was read.
      const rows = found.rows.map((row) => session.jobs.newestRow(row));
      // Encodes before an existing file is touched, because this can fail or be cancelled.
      const content = await encodeInSlices(exportText(rows, format), ended);
      return (await writeWhole(target, content)) ? found : undefined;
    } catch (thrown) {
      // A cancellation needs no message.
      if (warnIfDisconnected(signal) || ended.aborted) return undefined;
      throw thrown;
    }
  });
  if (exported !== undefined) await showResult(target, name, exported);
}

/** Reads all jobs of the service, so that the Jobs view does not change. @throws {ServiceError} */
async function readAllJobs(
  { source }: Session,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<ExportedJobs> {
  const reading = new PageReading(source);
  await reading.read({
    signal,
    onDidReadPage: () => report(formatProgress(reading.rows.length, reading.total)),
  });
  return { rows: reading.rows, note: reading.problem ?? (reading.isWhole ? null : changedText()) };
}

/** The name under which the filter of the Jobs view is saved. */
function savedName(browsing: JobBrowsing): string | undefined {
  return nameOfFilter(settings.filters().filters, browsing.filter);
}

/** The rows that the Jobs view shows, in its order. */
export function shownRows(browsing: JobBrowsing): readonly JobRow[] {
  return rowsIn(browsing.show(Date.now()).nodes);
}

/** Asks which jobs to export, unless no job is loaded or the view shows all of them. */
async function askForScope({ list, browsing }: Session): Promise<Scope | undefined> {
  const { rows = [], total } = list.state;
  if (rows.length === 0) return 'everything';
  const isComplete = list.isWhole;
  if (isComplete && !browsing.isFiltering) return 'shown';
  const all = total ?? (isComplete ? rows.length : undefined);
  const choices = [
    {
      label: l10n.t('What is shown'),
      description: formatNumber(shownRows(browsing).length),
      scope: 'shown' as const,
    },
    {
      label: l10n.t('Everything'),
      description: all === undefined ? '' : formatNumber(all),
      detail: l10n.t('Reads all pages of the service'),
      scope: 'everything' as const,
    },
  ];
  return (await window.showQuickPick(choices, { title: l10n.t('Export Jobs: which?') }))?.scope;
}

async function askForFormat(): Promise<ExportFormat | undefined> {
  const choices = [
    {
      label: 'CSV',
      detail: l10n.t('A table for spreadsheets, without nested members'),
      format: 'csv' as const,
    },
    {
      label: 'NDJSON',
      detail: l10n.t('Each job as the service sent it, one per line'),
      format: 'ndjson' as const,
    },
    {
      label: 'JSON',
      detail: l10n.t('Each job as the service sent it, in one array'),
      format: 'json' as const,
    },
  ];
  return (await window.showQuickPick(choices, { title: l10n.t('Export Jobs: as what?') }))?.format;
}

function incompleteText(note: string | null): string {
  if (note === null || note === changedText()) return note ?? '';
  return l10n.t('It may be incomplete. {0}', note);
}

async function showResult(target: Uri, name: string, { rows, note }: ExportedJobs): Promise<void> {
  const sentences = joined(
    ' ',
    l10n.t('Jobs exported to {0}: {1}.', name, formatNumber(rows.length)),
    incompleteText(note),
  );
  await showExported(target, sentences, note === null ? notify.info : notify.warn);
}
