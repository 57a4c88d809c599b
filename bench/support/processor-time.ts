import { readFileSync } from 'node:fs';

/** Milliseconds of processor time that this process spends on some work, whatever else the machine does. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What the main thread of a process has worked, whatever else the machine does; where Linux does not tell, the time. */
export function workedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return performance.now();
  }
}
