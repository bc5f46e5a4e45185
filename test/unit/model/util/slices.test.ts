import { describe, expect, it, vi } from 'vitest';
import { encodeInSlices } from '../../../../src/model/util/slices.ts';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { job } from '../builders.ts';

const never = new AbortController().signal;

function* pieces(
  count: number,
  onPiece: (index: number) => void = () => undefined,
): Generator<string> {
  for (let index = 0; index < count; index++) {
    onPiece(index);
    yield `${index} é\n`;
  }
}

describe('encodeInSlices', () => {
  it('returns the same bytes as encoding without slices', async () => {
    const bytes = await encodeInSlices(pieces(200_000), never);
    expect(Buffer.from(bytes).equals(Buffer.from([...pieces(200_000)].join('')))).toBe(true);
    expect(await encodeInSlices([], never)).toEqual(new Uint8Array());
  });

  it('stops after the current slice when the encoding is aborted', async () => {
    const abort = new AbortController();
    let taken = 0;
    const reason = new Error('No longer wanted.');
    setTimeout(() => abort.abort(reason));
    await expect(
      encodeInSlices(
        pieces(1e9, () => taken++),
        abort.signal,
      ),
    ).rejects.toBe(reason);
    expect(taken).toBeLessThan(1e8);
    const before = taken;
    await expect(
      encodeInSlices(
        pieces(5, () => taken++),
        abort.signal,
      ),
    ).rejects.toBe(reason);
    expect(taken).toBe(before);
  });

  it('yields to other code between slices', async () => {
    // Each call of this clock takes one millisecond.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock++);
    const turns = vi.spyOn(globalThis, 'setTimeout');
    const parts = Array.from({ length: 80 }, () => 'x'.repeat(64 * 1024));
    expect(await encodeInSlices(parts, never)).toHaveLength(80 * 64 * 1024);
    expect(turns).toHaveBeenCalledTimes(10);
  });
});

describe('exportText', () => {
  it.each(['csv', 'ndjson', 'json'] as const)(
    'yields at most one job per chunk of %s output',
    (format) => {
      const taken = new Set<string>();
      const rows = Array.from({ length: 300 }, (_, index): JobRow => {
        const [id, each] = [`job:${index}`, job(`job_${index}`, { amount: index })];
        return {
          kind: 'job',
          id,
          get job() {
            return (taken.add(id), each);
          },
        };
      });
      let mostAtOnce = 0;
      for (const _piece of exportText(rows, format)) {
        mostAtOnce = Math.max(mostAtOnce, taken.size);
        taken.clear();
      }
      expect(mostAtOnce).toBe(1);
    },
  );
});
