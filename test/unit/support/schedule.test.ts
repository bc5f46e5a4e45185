import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../support/service/listen.ts';
import { addCounts, noCounts, type Counts } from '../../support/report/counts.ts';
import { runSchedule, runStep, type Outcome, type Step } from '../../support/report/schedule.ts';

const aStep = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  command: ['node', '--version'],
  limitSeconds: 60,
  ...more,
});
const nodeStep = (program: string, more: Partial<Step> = {}) =>
  aStep('node', { command: ['node', '-e', program], ...more });
const reads = (counts: Counts | null) => ({
  readReport: () => Promise.resolve(counts && { counts, flaky: [], tests: [] }),
});

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => void vi.restoreAllMocks());

describe('runSchedule', () => {
  it('runs at most two steps at a time in addition to downloads', async () => {
    const running = new Map<string, (outcome: Outcome) => void>();
    const run = ({ name }: Step) => new Promise<Outcome>((resolve) => running.set(name, resolve));
    const end = async (name: string) => {
      running.get(name)?.({ counts: { passed: 2, failed: 0, skipped: 1 } });
      running.delete(name);
      await new Promise(setImmediate);
    };
    const download = aStep('download', { isDownload: true });
    const results = runSchedule(
      [
        download,
        aStep('a', { needs: [download] }),
        ...['b', 'c', 'd', 'e'].map((name) => aStep(name)),
      ],
      run,
    );
    const seen: string[] = [];
    for (const name of ['b', 'download', 'c', 'd', 'a', 'e']) {
      seen.push([...running.keys()].join(' '));
      await end(name);
    }
    expect(seen).toEqual(['download b c', 'download c d', 'c d', 'd a', 'a e', 'e']);
    expect((await results).map(({ counts }) => counts).reduce(addCounts)).toEqual({
      passed: 12,
      failed: 0,
      skipped: 6,
    });
  });

  it('fails steps whose dependency failed and runs all others', async () => {
    const build = aStep('build', { command: ['node', '--no-such-option'] });
    const window = aStep('window', { needs: [build] });
    const results = await runSchedule([
      build,
      window,
      aStep('shard', { needs: [window] }),
      aStep('lint'),
      aStep('unit', { readReport: () => Promise.reject(new Error('no JSON')) }),
    ]);
    expect(
      results.map(({ counts: { passed, failed }, problem }) => [passed, failed, problem]),
    ).toEqual([
      [0, 1, 'ended with 9'],
      [0, 1, 'not run, because build failed'],
      [0, 1, 'not run, because window failed'],
      [1, 0, undefined],
      [0, 1, 'Error: no JSON'],
    ]);
    await expect(runSchedule([window])).rejects.toThrow(
      'The schedule does not contain all steps that these steps need: window.',
    );
    expect(lines.filter((line) => line.startsWith('lint: ')).join()).toMatch(
      /^lint: started,lint: passed after \d+ s$/,
    );
  });
});

describe('runStep', () => {
  it('prefixes each output line with the step name', async () => {
    await runStep(nodeStep("console.log('one'); console.error('two')"));
    expect(lines.sort()).toEqual(['[node] one', '[node] two']);
  });

  it('terminates all processes of a step when its time limit expires', async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    const port = await listen(server);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const child = `require('net').connect(${port}, '127.0.0.1')`;
    const program = `require('child_process').spawn(process.execPath, ['-e', "${child}"]); setInterval(() => {}, 1000)`;
    const ended = runStep(
      nodeStep(program, { limitSeconds: 60, ...reads({ ...noCounts, passed: 3 }) }),
    );
    const [socket] = (await once(server, 'connection')) as [Socket];
    const closed = once(socket.on('error', () => undefined).resume(), 'close');
    vi.advanceTimersByTime(60_000);
    const { counts, problem } = await ended;
    expect([counts.failed, problem]).toEqual([1, 'ended because it took longer than 60 s']);
    await closed;
  });

  it.each<[code: number, found: Counts | null, counts: Counts, problem?: string]>([
    [0, aCount({ skipped: 1 }), aCount({ skipped: 1 })],
    [1, aCount({ failed: 2 }), aCount({ failed: 2 })],
    [3, aCount(), aCount({ failed: 1 }), 'ended with 3'],
    [0, null, { ...noCounts, failed: 1 }, 'ended with 0 and without results'],
  ])(
    'returns the test counts for the exit code %i and the report %j',
    async (code, found, counts, problem) => {
      const outcome = await runStep(nodeStep(`process.exit(${code})`, reads(found)));
      expect([outcome.counts, outcome.problem]).toEqual([counts, problem]);
    },
  );
});

function aCount(counts: Partial<Counts> = {}): Counts {
  return { passed: 3, failed: 0, skipped: 0, ...counts };
}
