import { rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Database } from '#database/server/database.ts';
import type { Duties } from '#database/server/duties.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import type { Log } from '#session/server/dependencies.ts';
import { AppError } from '#wire/error-kind.ts';

import { isDue } from '../domain/night.ts';
import { expired } from '../domain/rotation.ts';
import type { Backups } from '../protocol.ts';
import { backupFolder, backupName, listBackups, removeDraftsOf, removeUnfinished } from './backup-files.ts';
import type { BackupWriter } from './backup-writer.ts';
import { readChoice, readOwner } from './choice.ts';
import { latestBackup, readBackupNote, writeBackupNote } from './last-backup.ts';
import type { BackupTables } from './tables.ts';

type When = 'if-due' | 'now';

const LOOK_EVERY_MS = 60 * 60_000;
const KEPT_BEFORE_MIGRATIONS = 4;

/** Whether this server may write to its data now. It may not while the data folder is moved away. */
export interface DataWriteAccess {
  /** Why it may not; null while it may. */
  readonly trouble: Error | null;
  onChange(listener: (trouble: Error | null) => void): void;
}

interface BackupsOptions {
  readonly home: string;
  readonly writer: BackupWriter;
  readonly database: Database<BackupTables>;
  readonly writeAccess: DataWriteAccess;
  readonly duties: Duties;
  /** The name of this server; null for a single server. */
  readonly server: string | null;
  readonly now: () => number;
  /** The time for removing backups: none is removed while it is null. */
  readonly settledNow: SettledNow;
  /** The time zone of the server, which determines the night. */
  readonly timeZone: string;
  readonly log: Log;
}

/**
 * Makes a backup once a night, in the data folder of the server that has the duties. Every hour, and at the start, it
 * derives from the existing backups whether one is due, so a missed night is made up for. Each server removes old
 * backups from its own folder.
 */
export class RunningBackups {
  readonly #options: BackupsOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #problem: string | null = null;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    this.#options.writeAccess.onChange((trouble) => {
      if (trouble === null && !this.#closing.signal.aborted) void this.look();
    });
    this.#options.duties.onTaken(() => {
      if (!this.#closing.signal.aborted) void this.look();
    });
    void this.look();
  }

  /** Makes the backup that is due. Never rejects: the next look tries again. */
  look(): Promise<void> {
    return this.#work('if-due');
  }

  /** Makes a backup now. Never rejects: `state` says what failed. */
  make(): Promise<void> {
    return this.#work('now');
  }

  async state(): Promise<Backups> {
    const { home, database, writeAccess, server, now } = this.#options;
    const latest = await latestBackup(database.read, { home, server, now: now() });
    return {
      choice: await readChoice(database.read),
      folder: backupFolder(home),
      latest: latest ? { at: latest.at, bytes: latest.bytes, server: latest.server } : null,
      server,
      count: (await listBackups(home)).length,
      isUnderWay: this.#working !== null,
      problem: writeAccess.trouble?.message ?? (await this.problem()),
    };
  }

  /** A problem that only prevents backups, or null. */
  async problem(): Promise<string | null> {
    const { duties, writer, database } = this.#options;
    if (this.#problem !== null || duties.areHere) return this.#problem ?? (await writer.unavailable());
    return (await readBackupNote(database.read)).problem ?? null;
  }

  /** Gives up a backup under way and removes its files. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#working;
  }

  /** Runs one attempt at a time: joins the one under way. */
  #work(when: When): Promise<void> {
    return (this.#working ??= this.#attempt(when).finally(() => (this.#working = null)));
  }

  async #attempt(when: When): Promise<void> {
    const { home, settledNow, writeAccess, duties, log } = this.#options;
    // The server itself reports this.
    if (writeAccess.trouble) return;
    try {
      const now = settledNow();
      if (now !== null) await removeUnfinished(home, now);
      const isOfNight = when === 'if-due';
      if (!isOfNight || (duties.areHere && (await this.#isDue()))) await this.#write(isOfNight);
      await this.#rotate();
      this.#problem = null;
    } catch (error) {
      if (this.#closing.signal.aborted || writeAccess.trouble) return;
      // Another server has taken the duties meanwhile.
      if (error instanceof AppError && error.detail.reason === 'moved') return;
      this.#problem = (error as Error).message;
      log.error(`No backup could be made. ${this.#problem}`);
      if (when === 'if-due') await this.#noteProblem(this.#problem).catch(() => undefined);
    }
  }

  async #isDue(): Promise<boolean> {
    const { home, database, timeZone } = this.#options;
    const now = this.#options.now();
    // A backup with a time after now was made while the clock was wrong.
    const latest = (await listBackups(home)).find(({ at }) => at <= now);
    const { at: noted } = await readBackupNote(database.read);
    const times = [latest?.at, noted].filter((at) => at !== undefined && at <= now) as number[];
    const last = times.length > 0 ? Math.max(...times) : (await readOwner(database.read))?.created_at;
    return last !== undefined && isDue({ last, now }, timeZone);
  }

  async #write(isOfNight: boolean): Promise<void> {
    const { home, writer, database, duties, server, now } = this.#options;
    const unavailable = await writer.unavailable();
    if (unavailable !== null) throw new Error(unavailable);
    const at = now();
    const target = path.join(backupFolder(home), backupName({ at, ending: writer.ending }));
    // `duties.keep` fails on a server that was suspended meanwhile, so it makes no second backup of a night.
    const naming = (name: () => Promise<void>) =>
      database.write(async (trx) => {
        if (isOfNight) await duties.keep(trx);
        await name();
        const { size: bytes } = await stat(target);
        await writeBackupNote(trx, { file: target, at, bytes, server, problem: null });
      });
    try {
      await writer.write(target, { signal: this.#closing.signal, naming });
    } finally {
      // A writer that was stopped leaves its draft.
      await removeDraftsOf(target).catch(() => undefined);
    }
  }

  /** Stores the problem for the first person's page, which another server can serve. */
  async #noteProblem(problem: string): Promise<void> {
    const { database, duties, server } = this.#options;
    if (server === null) return;
    await database.write(async (trx) => {
      await duties.keep(trx);
      await writeBackupNote(trx, { problem: `On the server ${server}: ${problem}` });
    });
  }

  async #rotate(): Promise<void> {
    const { home, database, settledNow, timeZone } = this.#options;
    const now = settledNow();
    if (now === null) return;
    // A backup with a time after now was made while the clock was wrong: it stays, and counts for no day.
    const found = (await listBackups(home)).filter(({ at }) => at <= now);
    // Kept for returning to the version before an upgrade, beside the others of that day.
    const before = found.filter(({ isBeforeMigration }) => isBeforeMigration).slice(KEPT_BEFORE_MIGRATIONS);
    const others = found.filter(({ isBeforeMigration }) => !isBeforeMigration);
    const choice = await readChoice(database.read);
    const times = others.map(({ at }) => at);
    const gone = new Set(expired(times, choice, { now, timeZone }));
    for (const { file } of [...before, ...others.filter(({ at }) => gone.has(at))]) await rm(file, { force: true });
  }
}
