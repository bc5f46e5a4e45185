import { l10n, window } from 'vscode';
import { rowsIn } from '../../model/browsing/grouping.ts';
import { PageReading, changedText } from '../../model/jobs/pageReading.ts';
import type { Session } from '../../model/session/session.ts';
import type { JobRow } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';

/** Jobs to export: loaded rows, or all jobs in the service that pass the test in `passes`. */
export type ExportScope =
  | { readonly kind: 'loaded'; readonly rows: readonly JobRow[] }
  | { readonly kind: 'read'; readonly passes: (row: JobRow) => boolean };

/** Rows to export. If some jobs may be missing, `note` explains why. */
export interface ExportedJobs {
  readonly rows: readonly JobRow[];
  readonly note: string | undefined;
}

interface ScopeChoice {
  readonly label: string;
  readonly detail?: string;
  readonly scope: ExportScope;
}

/** Asks which jobs to export. If there is only one choice, returns that choice without asking. */
export async function askForScope(
  session: Session,
  title: string,
): Promise<ExportScope | undefined> {
  const choices = scopeChoices(session);
  const picked = choices.length > 1 ? await window.showQuickPick(choices, { title }) : choices[0];
  return picked?.scope;
}

function scopeChoices({ list, browsing }: Session): ScopeChoice[] {
  const { rows = [], total } = list.state;
  const shown = rowsIn(browsing.show(Date.now()).nodes);
  const loaded = { kind: 'loaded', rows: shown } as const;
  const detail = l10n.t('Loads all jobs from the service');
  const matching: ScopeChoice[] = list.isWhole
    ? [{ label: l10n.t('All matching jobs ({0})', formatNumber(shown.length)), scope: loaded }]
    : [
        {
          label: l10n.t('All matching jobs'),
          detail,
          scope: { kind: 'read', passes: browsing.rowTest(Date.now()) },
        },
        { label: l10n.t('Loaded matching jobs ({0})', formatNumber(shown.length)), scope: loaded },
      ];
  const all = total ?? (list.isWhole ? rows.length : null);
  const everything: ScopeChoice = {
    label: all === null ? l10n.t('All jobs') : l10n.t('All jobs ({0})', formatNumber(all)),
    detail,
    scope: { kind: 'read', passes: () => true },
  };
  if (browsing.isFiltering) return [...matching, everything];
  if (list.isWhole) return [{ label: everything.label, scope: loaded }];
  if (rows.length === 0) return [everything];
  return [
    { label: l10n.t('Loaded jobs ({0})', formatNumber(shown.length)), scope: loaded },
    everything,
  ];
}

/**
 * Returns the rows to export. To export all jobs, loads all pages without changing the Jobs view.
 * @throws {ServiceError} if a page cannot be loaded
 */
export async function rowsOfScope(
  { source, jobs }: Session,
  scope: ExportScope,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (message: string) => void },
): Promise<ExportedJobs> {
  // Exports the newest version of each job, because a loaded row may be outdated.
  const newest = (rows: readonly JobRow[]) => rows.map((row) => jobs.newestRow(row));
  if (scope.kind === 'loaded') return { rows: newest(scope.rows), note: undefined };
  const reading = new PageReading(source);
  await reading.read({
    signal,
    onDidReadPage: () => report(formatProgress(reading.rows.length, reading.total)),
  });
  const note = reading.isWhole
    ? undefined
    : l10n.t('The result may be incomplete. {0}', reading.problem ?? changedText());
  return { rows: newest(reading.rows).filter(scope.passes), note };
}
