import { describe, expect, it } from 'vitest';
import { encodeInSlices } from '../../../../src/model/util/slices.ts';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { job } from '../builders.ts';

const never = new AbortController().signal;

function* pieces(count: number, onPiece: (index: number) => void = () => undefined): Generator<string> {
  for (let index = 0; index < count; index++) {
    onPiece(index);
    yield `${index} é\n`;
  }
}

describe('encodeInSlices', () => {
  it('makes the same bytes as all at once', async () => {
    const bytes = await encodeInSlices(pieces(200_000), never);
    expect(Buffer.from(bytes).equals(Buffer.from([...pieces(200_000)].join('')))).toBe(true);
    expect(await encodeInSlices([], never)).toEqual(new Uint8Array());
  });

  it('stops within a slice when it is aborted, and does not begin where it was before', async () => {
    const abort = new AbortController();
    let taken = 0;
    const pause = () => {
      abort.abort();
      return Promise.resolve();
    };
    await expect(encodeInSlices(pieces(1e9, () => taken++), abort.signal, pause)).rejects.toBe(abort.signal.reason);
    expect(taken).toBeLessThan(1e8);
    const before = taken;
    await expect(encodeInSlices(pieces(5, () => taken++), abort.signal)).rejects.toBe(abort.signal.reason);
    expect(taken).toBe(before);
  });

  it.each(['csv', 'ndjson', 'json'] as const)('lets everything else go on while 100,000 jobs become %s', async (format) => {
    const content = { fields: Array.from({ length: 8 }, (_, index) => ({ key: `fld_${index}`, name: `Field ${index}`, value: 'some text, "quoted"' })) };
    const rows = Array.from({ length: 100_000 }, (_, index): JobRow => ({ kind: 'job', id: `job:${index}`, job: job(`job_${index}`, { content, amount: index }) }));
    // The thread's own time: a busy machine takes away more, from everybody.
    const spent = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    const turns: number[] = [];
    let began = spent();
    const pause = async () => {
      turns.push(spent() - began);
      await new Promise(setImmediate);
      began = spent();
    };
    await encodeInSlices(exportText(rows, format), never, pause);
    expect(turns.length).toBeGreaterThan(10);
    expect(Math.max(...turns)).toBeLessThan(50);
  });
});
