import { createInterface } from 'node:readline';
import { projectFolder } from '../paths.ts';
import { noCounts, type Counts } from './counts.ts';
import type { Report } from './report.ts';
import { spawnGuarded } from '../process/spawnGuarded.ts';

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** Steps that must pass before this step starts. */
  readonly needs?: readonly Step[];
  /** True for a download, which does not count toward the number of concurrent steps. */
  readonly isDownload?: boolean;
  readonly limitSeconds: number;
  /**
   * Reads the test report of the step. A step without a report counts as one test, or as no test if
   * it is a download.
   */
  readonly readReport?: () => Promise<Report | null>;
}

export interface Outcome extends Partial<Report> {
  readonly counts: Counts;
  /** Description of a failure outside of the tests. */
  readonly problem?: string;
}

export interface Result extends Outcome {
  readonly step: Step;
  readonly seconds: number;
}

const cores = 2;

/**
 * Runs the steps in order. A step starts after the steps that it needs. At most two steps run at
 * the same time, in addition to downloads.
 */
export async function runSchedule(
  steps: readonly Step[],
  run: (step: Step) => Promise<Outcome> = runStep,
): Promise<Result[]> {
  const waiting = new Set(steps);
  const running = new Map<Step, Promise<void>>();
  const results = new Map<Step, Result>();
  const startStep = async (step: Step) => {
    const began = performance.now();
    const missing = step.needs?.find((need) => results.get(need)?.counts.failed !== 0);
    if (!missing) console.log(`${step.name}: started`);
    const outcome = await (missing
      ? Promise.resolve(failed(`not run, because ${missing.name} failed`))
      : run(step).catch((error: unknown) => failed(String(error))));
    const seconds = Math.round((performance.now() - began) / 1000);
    results.set(step, { step, seconds, ...outcome });
    running.delete(step);
    console.log(
      `${step.name}: ${outcome.counts.failed > 0 ? 'failed' : 'passed'} after ${seconds} s`,
    );
  };
  while (results.size < steps.length) {
    for (const step of waiting) {
      const busy = [...running.keys()].filter(({ isDownload }) => isDownload !== true).length;
      const isReady = (step.needs ?? []).every((need) => results.has(need));
      if (!isReady || (step.isDownload !== true && busy === cores)) continue;
      waiting.delete(step);
      running.set(step, startStep(step));
    }
    if (running.size === 0) {
      throw new Error(
        `The schedule does not contain all steps that these steps need: ${[...waiting].map(({ name }) => name).join(', ')}.`,
      );
    }
    await Promise.race(running.values());
  }
  return steps.flatMap((step) => results.get(step) ?? []);
}

/**
 * Runs a step and prints the output. Ends all processes of the step if the time limit is exceeded.
 */
export async function runStep({
  name,
  command: [program, ...args],
  env,
  isDownload,
  limitSeconds,
  readReport,
}: Step): Promise<Outcome> {
  const child = spawnGuarded(program, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    output: 'pipe',
  });
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => console.log(`[${name}] ${line}`));
  }
  let hasTimedOut = false;
  const limit = setTimeout(() => {
    hasTimedOut = true;
    void child.stop();
  }, limitSeconds * 1000);
  const code = await child.ended;
  clearTimeout(limit);
  if (hasTimedOut) return failed(`ended because it took longer than ${limitSeconds} s`);
  if (!readReport) {
    return code === 0
      ? { counts: { ...noCounts, passed: isDownload === true ? 0 : 1 } }
      : failed(`ended with ${code}`);
  }
  const report = await readReport();
  if (report === null) return failed(`ended with ${code} and without results`);
  // Reports a failure although no test has failed, for example if a test file cannot be loaded.
  if (code === 0 || report.counts.failed > 0) return report;
  return { ...report, ...failed(`ended with ${code}`, report.counts) };
}

function failed(problem: string, counts = noCounts): Outcome {
  return { counts: { ...counts, failed: 1 }, problem };
}
