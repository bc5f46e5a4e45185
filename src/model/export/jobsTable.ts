import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { formatAbsolute, formatTimestamp } from '../../text/time.ts';
import {
  type MemberCell,
  type JobMember,
  jobMembers,
  memberList,
} from '../jobs/members/jobMembers.ts';
import { rowCells } from './jobExport.ts';
import { markdownTable } from './tables.ts';

/** Formats jobs as a Markdown table in the user's time zone. Omits empty columns. */
export function jobsTable(rows: readonly JobRow[]): string {
  const cells = rows.map(rowCells);
  const others = memberList.filter((member) => member !== jobMembers.activeWorkflows);
  const columns = [
    {
      name: l10n.t('Workflow'),
      values: cells.map((job) => job['workflows'] || job['lastWorkflows']),
    },
    { name: l10n.t('Key'), values: cells.map((job) => job['key']) },
    ...others.map((member) => ({
      name: member.label(),
      values: rows.map((row, index) => timeOf(row, member) ?? cells[index]?.[member.id]),
    })),
    { name: l10n.t('Problem'), values: cells.map((job) => job['problem']) },
  ].filter(({ values }) => values.some(Boolean));
  return markdownTable({
    columns: columns.map(({ name }) => ({ name })),
    rows: rows.map((_, index) => ({ cells: columns.map(({ values }) => values[index] ?? '') })),
  });
}

/**
 * Formats a timestamp property in the local time zone. Returns an invalid timestamp unchanged, and
 * undefined for any other property.
 */
function timeOf(row: JobRow, { value }: JobMember): MemberCell {
  const found = row.kind === 'job' ? value(row.job) : null;
  return found?.kind === 'moment' ? formatTimestamp(found.moment.text, formatAbsolute) : undefined;
}
