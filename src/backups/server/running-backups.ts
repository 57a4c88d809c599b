import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { Database } from '#database/server/database.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import type { Log } from '#session/server/dependencies.ts';

import { isDue } from '../domain/night.ts';
import { expired } from '../domain/rotation.ts';
import type { Backups } from '../protocol.ts';
import {
  backupFolder,
  backupName,
  listBackups,
  newestBackup,
  removeDraftsOf,
  removeUnfinished,
} from './backup-files.ts';
import type { BackupWriter } from './backup-writer.ts';
import { readChoice, readOwner } from './choice.ts';
import type { BackupTables } from './tables.ts';

const LOOK_EVERY_MS = 60 * 60_000;
const KEPT_BEFORE_MIGRATIONS = 4;

/** Whether this server may write to its data now, which a data folder that was moved away prevents. */
export interface DataWriteAccess {
  /** The reason why it may not; null while it may. */
  readonly trouble: Error | null;
  onChange(listener: (trouble: Error | null) => void): void;
}

interface BackupsOptions {
  readonly home: string;
  readonly writer: BackupWriter;
  readonly database: Database<BackupTables>;
  readonly writeAccess: DataWriteAccess;
  readonly now: () => number;
  /** By this time backups are removed: none while it is null. */
  readonly settledNow: SettledNow;
  /** The server's: it says when it is night. */
  readonly timeZone: string;
  readonly log: Log;
}

/**
 * Makes a backup once a night. Every hour, and at the start, it reads from the backups that are there whether one is
 * due, so a night that was missed is made up for.
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
    void this.look();
  }

  /** Makes the backup that is due. Never rejects: the next look tries again. */
  look(): Promise<void> {
    return this.#work((isDue) => isDue());
  }

  /** Makes a backup now. Never rejects: `state` says what failed. */
  make(): Promise<void> {
    return this.#work(() => Promise.resolve(true));
  }

  async state(): Promise<Backups> {
    const { home, database, writeAccess, now } = this.#options;
    const latest = await newestBackup(home, now());
    return {
      choice: await readChoice(database.read),
      folder: backupFolder(home),
      latest: latest ? { at: latest.at, bytes: latest.bytes } : null,
      count: (await listBackups(home)).length,
      isUnderWay: this.#working !== null,
      problem: writeAccess.trouble?.message ?? (await this.problem()),
    };
  }

  /** A problem that prevents backups and nothing else, or null. */
  async problem(): Promise<string | null> {
    return this.#problem ?? (await this.#options.writer.unavailable());
  }

  /** A backup under way is given up, and nothing is left of it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#working;
  }

  /** One at a time: joins the work under way. */
  #work(isWanted: (isDue: () => Promise<boolean>) => Promise<boolean>): Promise<void> {
    return (this.#working ??= this.#attempt(isWanted).finally(() => (this.#working = null)));
  }

  async #attempt(isWanted: (isDue: () => Promise<boolean>) => Promise<boolean>): Promise<void> {
    const { home, settledNow, writeAccess, log } = this.#options;
    // The server tells of it by itself.
    if (writeAccess.trouble) return;
    try {
      const now = settledNow();
      if (now !== null) await removeUnfinished(home, now);
      if (await isWanted(() => this.#isDue())) await this.#write();
      await this.#rotate();
      this.#problem = null;
    } catch (error) {
      if (this.#closing.signal.aborted || writeAccess.trouble) return;
      this.#problem = (error as Error).message;
      log.error(`No backup could be made. ${this.#problem}`);
    }
  }

  async #isDue(): Promise<boolean> {
    const { home, database, timeZone } = this.#options;
    const now = this.#options.now();
    // One that is later than now was made while the clock was wrong.
    const latest = (await listBackups(home)).find(({ at }) => at <= now);
    const last = latest?.at ?? (await readOwner(database.read))?.created_at;
    return last !== undefined && isDue({ last, now }, timeZone);
  }

  async #write(): Promise<void> {
    const { home, writer, now } = this.#options;
    const unavailable = await writer.unavailable();
    if (unavailable !== null) throw new Error(unavailable);
    const name = backupName({ at: now(), ending: writer.ending });
    const target = path.join(backupFolder(home), name);
    try {
      await writer.write(target, this.#closing.signal);
    } finally {
      // A writer that is ended leaves its draft.
      await removeDraftsOf(target).catch(() => undefined);
    }
  }

  async #rotate(): Promise<void> {
    const { home, database, settledNow, timeZone } = this.#options;
    const now = settledNow();
    if (now === null) return;
    // One that is later than now was made while the clock was wrong: it stays, and takes no other's place.
    const found = (await listBackups(home)).filter(({ at }) => at <= now);
    // The way back from an upgrade, whatever else was backed up that day.
    const before = found.filter(({ isBeforeMigration }) => isBeforeMigration).slice(KEPT_BEFORE_MIGRATIONS);
    const others = found.filter(({ isBeforeMigration }) => !isBeforeMigration);
    const choice = await readChoice(database.read);
    const times = others.map(({ at }) => at);
    const gone = new Set(expired(times, choice, { now, timeZone }));
    for (const { file } of [...before, ...others.filter(({ at }) => gone.has(at))]) await rm(file, { force: true });
  }
}
