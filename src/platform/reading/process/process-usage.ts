import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a process has used so far. */
export interface ProcessUsage {
  readonly residentBytes: number;
  /** On all cores, in user and kernel mode. */
  readonly cpuMs: number;
}

const PAGE_BYTES = 4_096;
/** Linux counts times of processes in hundredths of a second, whatever its kernel's own clock: see proc_pid_stat(5). */
const TICK_MS = 10;

/** Null where it cannot be found out: the process has ended, or the system does not say. */
export async function usageOf(pid: number): Promise<ProcessUsage | null> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    return null;
  }
}

async function fromProc(pid: number): Promise<ProcessUsage> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before the last parenthesis may hold anything. The fields behind it begin with the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { residentBytes: field(24) * PAGE_BYTES, cpuMs: (field(14) + field(15)) * TICK_MS };
}

async function fromPs(pid: number): Promise<ProcessUsage> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s{1,99}/u);
  const seconds = time.split(/[-:]/u).reduce((total, part) => total * 60 + Number(part), 0);
  return { residentBytes: Number(kilobytes) * 1_024, cpuMs: seconds * 1_000 };
}
