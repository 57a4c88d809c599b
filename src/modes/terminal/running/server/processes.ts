import { readdir, readFile, stat } from 'node:fs/promises';

/** Distinguishes a process from another one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** Opaque: the boot, the start time, and the data folder that it belongs to. */
  readonly started: string;
}

/** Fields of `/proc/PID/stat` after the name, counted from the state: see proc_pid_stat(5). */
const PARENT_FIELD = 1;
const SESSION_FIELD = 3;
const FOREGROUND_FIELD = 5;
const START_FIELD = 19;
const KILL_AFTER_MS = 3_000;
/**
 * Time after which Warren gives up. A process that still runs belongs to another account, or is blocked in the kernel.
 */
const GIVE_UP_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** The mark of a running process of a data folder, or null if there is none. Needs /proc. */
export async function markOf(pid: number, home: string): Promise<ProcessMark | null> {
  const found = await processAt(pid);
  return found ? { pid, started: `${await bootId()}:${found.startedAt}:${await folderId(home)}` } : null;
}

/** Whether a server of this data folder started the process. */
export async function isOfFolder({ started }: ProcessMark, home: string): Promise<boolean> {
  return started.split(':')[2] === (await folderId(home));
}

/**
 * Ends the processes of a session that an earlier process of Warren started. The program itself can have ended while
 * others of its session run; its pid is not reused while one of them lives. Processes of another data folder are left
 * alone: this folder can be a copy of that one.
 */
export async function endLeftSession({ pid, started }: ProcessMark, home: string): Promise<void> {
  const [boot, time, folder] = started.split(':');
  if (boot !== (await bootId())) return;
  // Older marks contain no folder.
  if (folder !== undefined && folder !== '' && folder !== (await folderId(home))) return;
  const leader = await processAt(pid);
  const members = await familyOf(pid, new Map());
  const isOurs = leader
    ? String(leader.startedAt) === time
    : members.length > 0 && members.every(({ startedAt }) => startedAt >= Number(time));
  if (isOurs) await endSession(pid);
}

/**
 * Ends a terminal's program with everything it started: first with SIGHUP, as a closed window does, and after three
 * seconds with SIGKILL. Resolves when no process of it runs, or with false after ten seconds. A process that became a
 * service, with its own session and no living parent here, continues, as it does after any terminal.
 */
export async function endSession(pid: number, { killAfterMs = KILL_AFTER_MS } = {}): Promise<boolean> {
  const begun = performance.now();
  const known = new Map<number, number>();
  let family = await familyOf(pid, known);
  signal(family, 'SIGHUP');
  while ((family = await familyOf(pid, known)).length > 0) {
    const passed = performance.now() - begun;
    if (passed > GIVE_UP_AFTER_MS) return false;
    if (passed > killAfterMs) signal(family, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}

function signal(processes: readonly RunningProcess[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended, or belongs to another account.
    }
  }
}

interface RunningProcess {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  /** Clock ticks since the system started. */
  readonly startedAt: number;
}

/**
 * The processes in the session of `leader`, their descendants, and those found earlier that still run, without zombies.
 * `known` holds them by pid and start time: a process whose parent has ended cannot be found otherwise.
 */
async function familyOf(leader: number, known: Map<number, number>): Promise<readonly RunningProcess[]> {
  const all = await runningProcesses(leader);
  const family = new Set(
    all.filter(({ pid, session, startedAt }) => session === leader || known.get(pid) === startedAt),
  );
  for (let size = -1; size !== family.size;) {
    size = family.size;
    const parents = new Set([...family].map(({ pid }) => pid));
    for (const each of all) if (parents.has(each.parent)) family.add(each);
  }
  for (const { pid, startedAt } of family) known.set(pid, startedAt);
  return [...family].filter(({ state }) => state !== 'Z');
}

async function runningProcesses(least: number): Promise<readonly RunningProcess[]> {
  const names = await readdir('/proc').catch(() => [String(least)]);
  const found: RunningProcess[] = [];
  for (const name of names) {
    const each = /^\d+$/u.test(name) ? await processAt(Number(name)) : null;
    if (each) found.push(each);
  }
  return found;
}

/** Whether the leader of a session owns the terminal, rather than one of its jobs. Null if that is unknown. */
export async function hasTerminal(leader: number): Promise<boolean | null> {
  const fields = await fieldsOf(leader);
  return fields ? Number(fields[FOREGROUND_FIELD]) === leader : null;
}

/** Whether a process is suspended, for example by Ctrl-Z. Null if that is unknown. */
export async function isSuspended(pid: number): Promise<boolean | null> {
  const fields = await fieldsOf(pid);
  return fields ? fields[0] === 'T' : null;
}

async function fieldsOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name can contain spaces and parentheses.
  return text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
}

async function processAt(pid: number): Promise<RunningProcess | null> {
  const fields = await fieldsOf(pid);
  if (!fields) return null;
  const numberAt = (field: number) => Number(fields[field]);
  return {
    pid,
    state: fields[0] ?? '',
    parent: numberAt(PARENT_FIELD),
    session: numberAt(SESSION_FIELD),
    startedAt: numberAt(START_FIELD),
  };
}

/**
 * Identifies a data folder. A copy has another id; a folder moved within its disk keeps its id. Empty if the folder is
 * gone.
 */
const folderId = (home: string) =>
  stat(home).then(
    ({ dev, ino }) => `${dev}.${ino}`,
    () => '',
  );

const bootId = async () => (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
