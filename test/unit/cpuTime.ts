/**
 * Milliseconds that the processor spends on work in this thread; on a busy machine, work takes
 * longer by the clock, and no longer by this.
 */
export function cpuTime(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(began).user / 1000;
}
