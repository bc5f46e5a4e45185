import { atEnd } from './atEnd.ts';

interface Timer {
  readonly run: () => void;
  due: number;
  /** Of what repeats. */
  readonly every: number | undefined;
}

interface Clock {
  ahead: number;
  readonly timers: Map<unknown, Timer>;
}

// Every suite is a bundle of its own, and the extension has one clock.
const clock = ((globalThis as { workflowJobsClock?: Clock }).workflowJobsClock ??= replaceTimers());

/** Lets time pass at once: `Date.now` is ahead until the test is over, and the extension's timers that are due by then run. */
export function pass(milliseconds: number): void {
  if (clock.ahead === 0) atEnd(() => (clock.ahead = 0));
  clock.ahead += milliseconds;
  for (const [handle, timer] of [...clock.timers]) {
    // An earlier one may have cleared it.
    if (timer.due > Date.now() || !clock.timers.has(handle)) continue;
    if (timer.every === undefined) clearTimeout(handle as number);
    else timer.due = Date.now() + timer.every;
    timer.run();
  }
}

/** Notes the extension's timers, which run as ever; VS Code's own are left alone. */
function replaceTimers(): Clock {
  const replaced: Clock = { ahead: 0, timers: new Map() };
  const { now } = Date;
  Date.now = () => now() + replaced.ahead;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const noting = <Start extends typeof setTimeout | typeof setInterval>(start: Start, repeats: boolean): Start => {
    const original = start as (run: () => void, delay?: number, ...rest: unknown[]) => unknown;
    const replacement = (run: () => void, delay = 0, ...rest: unknown[]) => {
      if (!(new Error().stack ?? '').includes('extension/extension.js')) return original(run, delay, ...rest);
      const runOut = () => {
        replaced.timers.delete(handle);
        run();
      };
      const handle = original(repeats ? run : runOut, delay);
      replaced.timers.set(handle, { run, due: Date.now() + delay, every: repeats ? delay : undefined });
      return handle;
    };
    return Object.assign(replacement, start) as unknown as Start;
  };
  const forgetting = <Clear extends typeof clearTimeout | typeof clearInterval>(clear: Clear): Clear => {
    const replacement = (handle: Parameters<Clear>[0]) => {
      replaced.timers.delete(handle);
      clear(handle as never);
    };
    return replacement as Clear;
  };
  Object.assign(globalThis, { setTimeout: noting(setTimeout, false), setInterval: noting(setInterval, true), clearTimeout: forgetting(clearTimeout), clearInterval: forgetting(clearInterval) });
  return replaced;
}
