import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { type JobMember, jobMembers } from '../jobs/members/jobMembers.ts';
import { rowCells } from './jobExport.ts';
import { markdownTable } from './tables.ts';

/** Jobs as a Markdown table, with times as the service wrote them; columns that no job fills are left out. */
export function jobsTable(rows: readonly JobRow[]): string {
  const cells = rows.map(rowCells);
  const { activeWorkflows: _activeWorkflows, ...others } = jobMembers;
  const columns = [
    { name: l10n.t('Workflow'), values: cells.map((job) => job['workflows'] || job['lastWorkflows']) },
    { name: l10n.t('Key'), values: cells.map((job) => job['key']) },
    ...Object.values<JobMember>(others).map(({ id, label }) => ({
      name: label(),
      values: cells.map((job) => job[id]),
    })),
    { name: l10n.t('Problem'), values: cells.map((job) => job['problem']) },
  ].filter(({ values }) => values.some(Boolean));
  return markdownTable({
    columns: columns.map(({ name }) => ({ name })),
    rows: rows.map((_, index) => columns.map(({ values }) => values[index] ?? '')),
  });
}
