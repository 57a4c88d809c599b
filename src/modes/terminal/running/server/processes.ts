import { readdir, readFile } from 'node:fs/promises';

/** What tells a process from another one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** Opaque: the boot and the time that it started at. */
  readonly started: string;
}

/** Fields of `/proc/PID/stat` after the name, counted from the state: see proc_pid_stat(5). */
const SESSION_FIELD = 3;
const START_FIELD = 19;
const KILL_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** The mark of a running process, or null if there is none. Works where there is a /proc. */
export async function markOf(pid: number): Promise<ProcessMark | null> {
  const fields = await statOf(pid);
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return fields ? { pid, started: `${boot.trim()}:${fields[START_FIELD] ?? ''}` } : null;
}

/**
 * Ends a terminal's program with everything it started: first as a window that is closed does (SIGHUP), and what is left
 * after three seconds at once (SIGKILL). Resolves once nothing of it runs.
 */
export async function endSession(pid: number): Promise<void> {
  const until = performance.now() + KILL_AFTER_MS;
  await signalSession(pid, 'SIGHUP');
  while ((await membersOf(pid)).length > 0) {
    if (performance.now() > until) await signalSession(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function signalSession(pid: number, signal: NodeJS.Signals): Promise<void> {
  for (const target of [-pid, ...(await membersOf(pid))]) {
    try {
      process.kill(target, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The processes whose session a process leads, itself included; without those that have ended and wait to be noticed. */
async function membersOf(leader: number): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [String(leader)]);
  const members: number[] = [];
  for (const name of names) {
    if (!/^\d+$/u.test(name)) continue;
    const fields = await statOf(Number(name));
    if (fields && fields[0] !== 'Z' && Number(fields[SESSION_FIELD]) === leader) members.push(Number(name));
  }
  return members;
}

async function statOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name may hold spaces and parentheses.
  return text === null
    ? null
    : text
        .slice(text.lastIndexOf(')') + 2)
        .trim()
        .split(' ');
}
