import type { SettledNow } from '#day/server/settled-now.ts';

import type { Changes } from '../../changes/server/changes.ts';
import { removeOldUploads } from '../../chat/server/uploads.ts';
import { removeOld } from '../../recording/server/remove-old.ts';
import { recordingFile } from './terminal-files.ts';

/** The time that recordings are kept, and the space on the disk that they may take together. */
export interface RecordingLimits {
  readonly maxAgeMs: number;
  readonly maxTotalBytes: number;
}

interface OldRecordingsOptions {
  readonly folder: string;
  /** Files that were given in chats, in a folder for each session. */
  readonly uploads: string;
  readonly changes: Pick<Changes, 'removeOld'>;
  readonly limits: RecordingLimits;
  /** Sessions that run: what is theirs stays. */
  readonly inUse: () => ReadonlySet<string>;
  readonly onError: (error: unknown) => void;
  readonly settledNow: SettledNow;
}

const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/**
 * Removes recordings beyond the limits, files of chats and what changed files were before that are as old: when the server starts, every hour, and
 * whenever a session has ended.
 */
export class OldRecordings {
  readonly #options: OldRecordingsOptions;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;

  constructor(options: OldRecordingsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref();
    void this.sweep();
  }

  /** Never rejects. Resolves with what is under way already, if something is. */
  sweep(): Promise<void> {
    return (this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const { folder, uploads, changes, limits, inUse, onError, settledNow } = this.#options;
    const now = settledNow();
    if (now === null) return;
    try {
      const running = inUse();
      const recordings = new Set([...running].map((session) => recordingFile('', session)));
      await removeOld(folder, { ...limits, keep: recordings, now });
      await removeOldUploads(uploads, { maxAgeMs: limits.maxAgeMs, keep: running, now });
      await changes.removeOld({ maxAgeMs: limits.maxAgeMs, keep: running, now });
    } catch (error) {
      onError(error);
    }
  }
}
