import type { JobPick } from '../../protocol/overview.ts';
import type { JobRow } from '../../service/index.ts';
import type { JobRecords } from './jobRecords.ts';
import { pickTest } from './pick.ts';

/** The rows of the jobs of a number, newest first. */
export function pickedRows(records: JobRecords, pick: JobPick, now: number): JobRow[] {
  const isPicked = pickTest(records, pick, now);
  const indexes: number[] = [];
  for (let index = 0; index < records.size; index++) if (isPicked(index)) indexes.push(index);
  // A copy of the times makes the sort several times as fast.
  const { started } = records.columns();
  indexes.sort((one, other) => (started[other] ?? 0) - (started[one] ?? 0));
  const rows: JobRow[] = [];
  for (const index of indexes) {
    const row = records.row(index);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
