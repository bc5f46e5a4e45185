import { type Uri, l10n, window } from 'vscode';
import { rowsIn } from '../../model/browsing/grouping.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { nameOfFilter } from '../../model/browsing/namedFilters.ts';
import { type ExportFormat, exportFileName, exportText } from '../../model/export/jobExport.ts';
import { changedNote } from '../../model/jobs/pagingNotes.ts';
import { isWhole } from '../../model/jobs/jobPages.ts';
import { type AllJobs, readAllJobs } from '../../model/jobs/readAllJobs.ts';
import { encodeInSlices } from '../../model/util/slices.ts';
import type { JobRow } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { settings } from '../connection/settings.ts';
import { askForFile, showExported, writeWhole } from '../documents/exportFile.ts';
import { warnIfDisconnected, notify, withProgress } from '../feedback/notify.ts';
import { fileNameOf } from '../files/writeFile.ts';
import type { ExtensionServices } from './extensionServices.ts';

type Scope = 'shown' | 'everything';

/**
 * Exports jobs to a file: asks for scope, format and file, then reads and writes with progress.
 * @param selected rows to export as JSON without asking for scope and format
 */
export async function exportJobs(services: ExtensionServices, selected?: readonly JobRow[]): Promise<void> {
  const { client, signal } = services.connection.require();
  const scope = selected ?? (await askForScope(services));
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
        services.environments.at(client.baseUrl.href)?.name,
        scope === 'shown' ? savedName(services) : undefined,
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
          ? { rows: scope === 'shown' ? shownRows(services.browsing) : scope, note: null }
          : await readAllJobs(client.listJobs, ended, (loaded, total) =>
              report(formatProgress(loaded, total)),
            );
      report(l10n.t('writing {0}', name));
      // A job may have been read again since its page was.
      const rows = services.newestJobs.newest(found.rows);
      // Encodes before an existing file is touched, because this can fail or be cancelled.
      const content = await encodeInSlices(exportText(rows, format), ended);
      return (await writeWhole(target, content)) ? found : undefined;
    } catch (thrown) {
      // A cancellation needs no message.
      if (warnIfDisconnected(!signal.aborted) || ended.aborted) return undefined;
      throw thrown;
    }
  });
  if (exported !== undefined) await showResult(target, name, exported);
}

/** The name under which the filter of the Jobs view is saved. */
function savedName({ browsing }: ExtensionServices): string | undefined {
  return nameOfFilter(settings.filters().filters, browsing.filter);
}

/** The rows that the Jobs view shows, in its order. */
export function shownRows(browsing: JobBrowsing): readonly JobRow[] {
  return rowsIn(browsing.show(Date.now()).nodes);
}

/** Asks which jobs to export, unless no job is loaded or the view shows all of them. */
async function askForScope(services: ExtensionServices): Promise<Scope | undefined> {
  const { rows = [], total } = services.jobs.state;
  if (rows.length === 0) return 'everything';
  const isComplete = isWhole(services.jobs.state);
  if (isComplete && !services.browsing.isFiltering) return 'shown';
  const all = total ?? (isComplete ? rows.length : undefined);
  const choices = [
    {
      label: l10n.t('What is shown'),
      description: formatNumber(shownRows(services.browsing).length),
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
  if (note === null || note === changedNote()) return note ?? '';
  return l10n.t('It may be incomplete. {0}', note);
}

async function showResult(target: Uri, name: string, { rows, note }: AllJobs): Promise<void> {
  const sentences = joined(
    ' ',
    l10n.t('Jobs exported to {0}: {1}.', name, formatNumber(rows.length)),
    incompleteText(note),
  );
  await showExported(target, sentences, note === null ? notify.info : notify.warn);
}
