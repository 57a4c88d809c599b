import type { SettledNow } from '#day/server/settled-now.ts';

import type { Changes } from '../../changes/server/changes.ts';
import { removeOldUploads } from '../../chat/server/uploads.ts';
import { removeOld } from '../../recording/server/remove-old.ts';
import { recordingFile } from './terminal-files.ts';

/** How long recordings are kept, and the maximum space for all of them. */
export interface RecordingLimits {
  readonly maxAgeMs: number;
  readonly maxTotalBytes: number;
}

interface OldRecordingsOptions {
  readonly folder: string;
  /** Files that were added in chats, in a folder for each session. */
  readonly uploads: string;
  readonly changes: Pick<Changes, 'removeOld'>;
  readonly limits: RecordingLimits;
  /** Sessions that run; their files are not removed. */
  readonly inUse: () => ReadonlySet<string>;
  readonly onError: (error: unknown) => void;
  readonly settledNow: SettledNow;
}

const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/**
 * Removes recordings beyond the limits, and files of chats and copies of changed files that exceed the same age. Runs
 * when the server starts, every hour, and whenever a session has ended.
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

  /** Never rejects. Joins a sweep that is already running. */
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
