import { atEnd } from './atEnd.ts';

interface Timer {
  readonly run: () => void;
  readonly delay: number;
  readonly repeats: boolean;
  due: number;
}

interface Clock {
  /** Time by which `Date.now` is ahead, in milliseconds. */
  ahead: number;
  /** Time by which `performance.now` is ahead, in milliseconds. */
  passed: number;
  readonly timers: Map<unknown, Timer>;
}

const clock = replaceTimers();

/**
 * Advances `Date.now` and `performance.now`, and runs the timers of the extension that are due.
 * `Date.now` is reset at the end of the test. `performance.now` stays ahead, because a monotonic
 * clock never goes back.
 */
export function advanceClock(milliseconds: number): void {
  if (clock.ahead === 0) atEnd(goBack);
  clock.ahead += milliseconds;
  clock.passed += milliseconds;
  for (const [handle, timer] of [...clock.timers]) {
    // An earlier timer may have cleared this timer.
    if (timer.due > Date.now() || !clock.timers.has(handle)) continue;
    if (timer.repeats) timer.due = Date.now() + timer.delay;
    else clearTimeout(handle as number);
    timer.run();
  }
}

function goBack(): void {
  clock.ahead = 0;
  for (const timer of clock.timers.values())
    timer.due = Math.min(timer.due, Date.now() + timer.delay);
}

/** Records the extension's timers, which run as usual. Ignores the timers of VS Code. */
function replaceTimers(): Clock {
  const replaced: Clock = { ahead: 0, passed: 0, timers: new Map() };
  const { now } = Date;
  Date.now = () => now() + replaced.ahead;
  const sinceStart = performance.now.bind(performance);
  performance.now = () => sinceStart() + replaced.passed;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const recording = <Start extends typeof setTimeout | typeof setInterval>(
    start: Start,
    repeats: boolean,
  ): Start => {
    const original: (run: () => void, delay?: number) => unknown = start;
    const replacement = (work: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
      const run = () => work(...given);
      if (!(new Error().stack ?? '').includes('extension/extension.js'))
        return original(run, delay);
      const runOnce = () => {
        replaced.timers.delete(handle);
        run();
      };
      const handle = original(repeats ? run : runOnce, delay);
      replaced.timers.set(handle, { run, delay, repeats, due: Date.now() + delay });
      return handle;
    };
    return Object.assign(replacement, start);
  };
  const clearing = <Clear extends typeof clearTimeout | typeof clearInterval>(
    clear: Clear,
  ): Clear => {
    const replacement = (handle: Parameters<Clear>[0]) => {
      replaced.timers.delete(handle);
      clear(handle);
    };
    return replacement as Clear;
  };
  Object.assign(globalThis, {
    setTimeout: recording(setTimeout, false),
    setInterval: recording(setInterval, true),
    clearTimeout: clearing(clearTimeout),
    clearInterval: clearing(clearInterval),
  });
  return replaced;
}
