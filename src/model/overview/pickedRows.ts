import type { JobPick } from '../../protocol/overview.ts';
import type { JobRow } from '../../service/index.ts';
import type { JobRecords } from './jobRecords.ts';
import { pickTest } from './pick.ts';

/** The rows of the jobs of a number, newest first. */
export function pickedRows(records: JobRecords, pick: JobPick, now: number): JobRow[] {
  const isPicked = pickTest(records, pick, now);
  const indexes: number[] = [];
  // A copy of the times makes the sort twice as fast.
  const started = new Uint32Array(records.size);
  for (let index = 0; index < records.size; index++) {
    if (!isPicked(index)) continue;
    indexes.push(index);
    started[index] = records.time('started', index);
  }
  indexes.sort((one, other) => (started[other] ?? 0) - (started[one] ?? 0));
  const rows: JobRow[] = [];
  for (const index of indexes) {
    const row = records.row(index);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
