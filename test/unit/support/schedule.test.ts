import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addCounts, noCounts, type Counts } from '../../support/counts.ts';
import { runSchedule, runStep, type Outcome, type Step } from '../../support/process/schedule.ts';

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

describe('the schedule of a test run', () => {
  it('runs two steps at a time beside the downloads, the first ready one of the list first', async () => {
    const running = new Map<string, (outcome: Outcome) => void>();
    const run = ({ name }: Step) => new Promise<Outcome>((resolve) => running.set(name, resolve));
    const end = async (name: string) => {
      running.get(name)?.({ counts: { passed: 2, failed: 0, skipped: 1 } });
      running.delete(name);
      await new Promise(setImmediate);
    };
    const download = aStep('download', { isDownload: true });
    const results = runSchedule(
      [download, aStep('a', { needs: [download] }), ...['b', 'c', 'd', 'e'].map((name) => aStep(name))],
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

  it('counts a step as failed where one that it needs failed, and goes on with the others', async () => {
    const build = aStep('build', { command: ['node', '--no-such-option'] });
    const window = aStep('window', { needs: [build] });
    const results = await runSchedule([
      build,
      window,
      aStep('shard', { needs: [window] }),
      aStep('lint'),
      aStep('unit', { readReport: () => Promise.reject(new Error('no JSON')) }),
    ]);
    expect(results.map(({ counts: { passed, failed }, problem }) => [passed, failed, problem])).toEqual([
      [0, 1, 'ended with 9'],
      [0, 1, 'not run, because build failed'],
      [0, 1, 'not run, because window failed'],
      [1, 0, undefined],
      [0, 1, 'Error: no JSON'],
    ]);
    await expect(runSchedule([window])).rejects.toThrow('No step gives what window needs.');
    expect(lines.filter((line) => line.startsWith('lint: ')).join()).toMatch(
      /^lint: begins,lint: passed after \d+ s$/,
    );
  });
});

describe('a step of a test run', () => {
  it('prints each line as it comes, with its name', async () => {
    await runStep(nodeStep("console.log('one'); console.error('two')"));
    expect(lines.sort()).toEqual(['[node] one', '[node] two']);
  });

  it('that exceeds its limit is ended with the processes that it started, and has failed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const child = `require('net').connect(${(server.address() as AddressInfo).port}, '127.0.0.1')`;
    const program = `require('child_process').spawn(process.execPath, ['-e', "${child}"]); setInterval(() => {}, 1000)`;
    const ended = runStep(nodeStep(program, { limitSeconds: 60, ...reads({ ...noCounts, passed: 3 }) }));
    const [socket] = (await once(server, 'connection')) as [Socket];
    const gone = once(socket.on('error', () => undefined).resume(), 'close');
    vi.advanceTimersByTime(60_000);
    const { counts, problem } = await ended;
    expect([counts.failed, problem]).toEqual([1, 'ended because it took longer than 60 s']);
    await gone;
  });

  it.each<[string, EndedRun]>([
    [
      'has the counts of its suites',
      { code: 0, found: aCount({ skipped: 1 }), counts: aCount({ skipped: 1 }) },
    ],
    ['has their failures', { code: 1, found: aCount({ failed: 2 }), counts: aCount({ failed: 2 }) }],
    [
      'fails where it ends with another code than 0, though no test failed',
      { code: 3, found: aCount(), counts: aCount({ failed: 1 }), problem: 'ended with 3' },
    ],
    [
      'fails where it ends without results',
      {
        code: 0,
        found: null,
        counts: { ...noCounts, failed: 1 },
        problem: 'ended with 0 and without results',
      },
    ],
  ])('%s', async (_, { code, found, counts, problem }) => {
    const outcome = await runStep(nodeStep(`process.exit(${code})`, reads(found)));
    expect([outcome.counts, outcome.problem]).toEqual([counts, problem]);
  });
});

interface EndedRun {
  readonly code: number;
  /** What its suites counted. */
  readonly found: Counts | null;
  readonly counts: Counts;
  readonly problem?: string;
}

function aCount(counts: Partial<Counts> = {}): Counts {
  return { passed: 3, failed: 0, skipped: 0, ...counts };
}
