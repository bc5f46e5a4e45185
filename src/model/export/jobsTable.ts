import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { rowCells } from './jobExport.ts';
import { markdownTable } from './tables.ts';

/** Jobs as a Markdown table, with times as the service wrote them; columns that no job fills are left out. */
export function jobsTable(rows: readonly JobRow[]): string {
  const cells = rows.map(rowCells);
  const columns = [
    { name: l10n.t('Workflow'), values: cells.map((job) => job.workflows || job.lastWorkflows) },
    { name: l10n.t('Key'), values: cells.map((job) => job.key) },
    { name: l10n.t('Step'), values: cells.map((job) => job.steps) },
    { name: l10n.t('Assigned to'), values: cells.map((job) => job.assignedTo) },
    { name: l10n.t('Started by'), values: cells.map((job) => job.startedBy) },
    { name: l10n.t('Started'), values: cells.map((job) => job.startedAt) },
    { name: l10n.t('Updated'), values: cells.map((job) => job.updatedAt) },
    { name: l10n.t('Completed'), values: cells.map((job) => job.completedAt) },
    { name: l10n.t('Problem'), values: cells.map((job) => job.problem) },
  ].filter(({ values }) => values.some(Boolean));
  return markdownTable({
    columns: columns.map(({ name }) => ({ name })),
    rows: rows.map((_, index) => columns.map(({ values }) => values[index] ?? '')),
  });
}
