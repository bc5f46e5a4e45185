import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import Mocha from 'mocha';
import { describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { judge, suiteOptions } from '../../support/vscode/verdict.ts';

const aRun = ({ passes = 0, failures = 0, pending = 0 }) => ({
  stats: { passes, failures, pending } as Mocha.Stats,
});

describe('the verdict on a host suite', () => {
  it.each([
    [
      'passes where every test did',
      { passes: 2, pending: 1 },
      { passed: 2, failed: 0, skipped: 1 },
      undefined,
    ],
    [
      'fails where a test failed',
      { passes: 2, failures: 1 },
      { passed: 2, failed: 1, skipped: 0 },
      '1 failed',
    ],
    ['fails where no test ran', {}, { passed: 0, failed: 0, skipped: 0 }, 'No test ran.'],
  ])('%s', (_what, stats, counts, message) => {
    const judged = judge(aRun(stats), new Set());
    expect([judged.counts, judged.verdict?.message]).toEqual([counts, message]);
  });

  it('fails where a rejection stayed unhandled though every test passed, and says which', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { counts, verdict } = judge(aRun({ passes: 1 }), new Set([new Error('nobody listens')]));
    expect([counts.failed, verdict?.message]).toEqual([1, '1 failed']);
    expect(error.mock.lastCall).toEqual([
      'Unhandled rejection in the extension host:',
      expect.stringContaining('nobody listens'),
    ]);
  });
});

describe('a host suite has no test that is marked to run alone', () => {
  it('in a process', () => {
    const mocha = new Mocha(suiteOptions);
    const context = {} as Mocha.MochaGlobals;
    mocha.suite.emit('pre-require', context, '', mocha);
    expect(() => context.test.only('runs alone', () => undefined)).toThrow('`.only` forbidden');
  });

  it('in the worker of a browser, for which Mocha has a build of its own', async () => {
    const worker = createContext({
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
      addEventListener: () => undefined,
      location: { search: '' },
      suiteOptions,
    });
    runInContext(
      `self = globalThis;\n${await readFile(join(projectFolder, 'node_modules/mocha/mocha.js'), 'utf8')}\nmocha.setup(suiteOptions);`,
      worker,
    );
    expect(() => void runInContext("test.only('runs alone', () => undefined)", worker)).toThrow(
      '`.only` forbidden',
    );
  });
});
