import { readFileSync } from 'node:fs';

/** Milliseconds of processor time that this process spends on some work, independent of other load. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Processor time used so far by the main thread of a process, in ms; a clock reading if the system does not report it.
 */
export function workedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return performance.now();
  }
}
