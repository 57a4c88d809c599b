import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The resident memory of a process, in MB (2^20 bytes). */
export async function residentMb(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  if (existsSync('/proc/self/status')) {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(status, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
