import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A backup and its file. The file gets its name only after it was opened and checked. */
export interface BackupFile {
  readonly file: string;
  /** The time it was made, in ms. */
  readonly at: number;
  readonly bytes: number;
  readonly isBeforeMigration: boolean;
}

const NAME = /^warren-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-before-[\w-]+)?\.(?:db|dump)$/;
const UNFINISHED = /^warren-.*\.part(?:-\w+)?$/;

const IDLE_MS = 30 * 60_000;

export const backupFolder = (home: string) => path.join(home, 'backups');

interface Made {
  /** In ms. */
  readonly at: number;
  readonly ending: 'db' | 'dump';
  /** The migration before which it was made. */
  readonly before?: string;
}

export function backupName({ at, ending, before }: Made): string {
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  return `warren-${time}${before === undefined ? '' : `-before-${before}`}.${ending}`;
}

/** The backups of a data folder, latest first. Other files there are not touched. */
export async function listBackups(home: string): Promise<readonly BackupFile[]> {
  const folder = backupFolder(home);
  const found: BackupFile[] = [];
  for (const name of await namesIn(folder)) {
    const at = timeIn(name);
    if (at === undefined) continue;
    const file = path.join(folder, name);
    const entry = await stat(file).catch(() => undefined);
    if (entry?.isFile()) found.push({ file, at, bytes: entry.size, isBeforeMigration: name.includes('-before-') });
  }
  return found.toSorted((one, other) => other.at - one.at);
}

/**
 * The latest backup of a data folder; null without any. A backup with a time after now was made while the clock was
 * wrong, and counts only if there is no other.
 */
export async function newestBackup(home: string, now: number): Promise<BackupFile | null> {
  const found = await listBackups(home);
  return found.find(({ at }) => at <= now) ?? found[0] ?? null;
}

/**
 * Removes unfinished backups after a crash. `now` is in ms. Another living writer, such as a command beside the server,
 * has written within the last half hour.
 */
export async function removeUnfinished(home: string, now: number): Promise<void> {
  const folder = backupFolder(home);
  for (const name of await namesIn(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const entry = await stat(path.join(folder, name)).catch(() => undefined);
    if (entry && entry.mtimeMs < now - IDLE_MS) await rm(path.join(folder, name), { force: true });
  }
}

/** Removes the remains of a backup that was given up. */
export async function removeDraftsOf(target: string): Promise<void> {
  const folder = path.dirname(target);
  for (const name of await namesIn(folder))
    if (UNFINISHED.test(name) && name.startsWith(path.basename(target)))
      await rm(path.join(folder, name), { force: true });
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

function timeIn(name: string): number | undefined {
  const parts = NAME.exec(name);
  if (!parts) return undefined;
  const [, day, hours, minutes, seconds, ms] = parts;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
  return Number.isNaN(at) ? undefined : at;
}
