import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessUsage {
  readonly residentBytes: number;
  /** On all cores, in user and kernel mode. */
  readonly cpuMs: number;
}

/** Linux reports process times in hundredths of a second, independent of the kernel's tick: see proc_pid_stat(5). */
const TICK_MS = 10;

/** Null if it is unknown: the process has ended, or the system does not report it. */
export async function usageOf(pid: number): Promise<ProcessUsage | null> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    return null;
  }
}

async function fromProc(pid: number): Promise<ProcessUsage> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')));
  // The name before the last parenthesis can contain anything. The fields after it begin with the third.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[14 - 3]) + Number(fields[15 - 3]);
  const kilobytes = /^VmRSS:\s{1,99}(\d{1,20}) kB$/mu.exec(status ?? '')?.[1];
  return { residentBytes: Number(kilobytes ?? 0) * 1_024, cpuMs: ticks * TICK_MS };
}

async function fromPs(pid: number): Promise<ProcessUsage> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s{1,99}/u);
  const seconds = time.split(/[-:]/u).reduce((total, part) => total * 60 + Number(part), 0);
  return { residentBytes: Number(kilobytes) * 1_024, cpuMs: seconds * 1_000 };
}
