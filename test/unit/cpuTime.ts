/**
 * Returns the processor time that a function uses in this thread, in milliseconds. Unlike the
 * elapsed time, the processor time is not longer on a busy machine.
 */
export function cpuTime(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(began).user / 1000;
}
