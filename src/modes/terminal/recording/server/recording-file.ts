import { chmod, type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';

import {
  CUT_LABEL,
  headerLine,
  readEvent,
  readHeader,
  type RecordingHeader,
  type StopReason,
} from '../domain/asciicast.ts';
import { previousLine, wholeLinesLength } from './last-line.ts';

export type OpenFile = Pick<FileHandle, 'read' | 'write' | 'truncate' | 'stat' | 'chmod' | 'sync' | 'close'>;

/** Opens a file for reading and appending. Creates it with mode 0600. */
export type OpenToAppend = (file: string) => Promise<OpenFile>;

export const openToAppend: OpenToAppend = (file) => open(file, 'a+', 0o600);

const MAX_HEADER_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const PROBE = Buffer.alloc(256 * 1024, ' ');

/**
 * A recording on disk that accepts only whole lines. After each successful call, and most failed ones, it ends with a
 * whole line.
 */
export class RecordingFile {
  readonly #handle: OpenFile;
  #size: number;
  /** The header of an existing recording; null if this one is new. */
  readonly continued: RecordingHeader | null;
  /** Time of the last event. */
  readonly endMs: number;
  /** Whether it reached its size limit earlier. */
  readonly isCut: boolean;

  private constructor(handle: OpenFile, { size, continued, endMs, isCut }: Content) {
    this.#handle = handle;
    this.#size = size;
    this.continued = continued;
    this.endMs = endMs;
    this.isCut = isCut;
  }

  /** Length in bytes. */
  get size(): number {
    return this.#size;
  }

  /** Opens a recording and repairs its end, or begins a new one. A file that is no recording is moved aside. */
  static async open(
    file: string,
    header: RecordingHeader,
    openFile: OpenToAppend = openToAppend,
  ): Promise<RecordingFile> {
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    let handle = await openFile(file);
    try {
      await handle.chmod(0o600);
      const content = await repaired(handle);
      if (content) return new RecordingFile(handle, content);
      if ((await handle.stat()).size > 0) {
        await handle.close();
        await rename(file, `${file}.unreadable`);
        handle = await openFile(file);
      }
      const begun = new RecordingFile(handle, { size: 0, continued: null, endMs: 0, isCut: false });
      await begun.append(Buffer.from(headerLine(header)));
      return begun;
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  /** Appends whole lines. If that fails, the lines that fitted are kept, and a torn one is removed. */
  async append(lines: Uint8Array): Promise<void> {
    let written = 0;
    try {
      while (written < lines.length) {
        const { bytesWritten } = await this.#handle.write(lines, written, lines.length - written);
        written += bytesWritten;
      }
      this.#size += lines.length;
    } catch (error) {
      this.#size += written === 0 ? 0 : lines.lastIndexOf(NEWLINE, written - 1) + 1;
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    await this.#requireName();
  }

  /** Rejects if the disk has no room for some seconds of output. */
  async probeRoom(): Promise<void> {
    try {
      for (let written = 0; written < PROBE.length;)
        written += (await this.#handle.write(PROBE, written, PROBE.length - written)).bytesWritten;
    } finally {
      await this.#handle.truncate(this.#size);
    }
  }

  /** Rejects if the file was removed: further output would be lost. */
  async #requireName(): Promise<void> {
    if ((await this.#handle.stat()).nlink > 0) return;
    throw Object.assign(new Error('The recording was removed.'), { code: 'ENOENT' });
  }

  async close(): Promise<void> {
    try {
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
  }
}

interface Content {
  readonly size: number;
  readonly continued: RecordingHeader | null;
  readonly endMs: number;
  readonly isCut: boolean;
}

/** Removes a torn end that a crash left. Returns undefined if the file does not begin with a whole header. */
async function repaired(handle: OpenFile): Promise<Content | undefined> {
  const { size } = await handle.stat();
  const start = Buffer.alloc(Math.min(size, MAX_HEADER_BYTES));
  await handle.read(start, 0, start.length, 0);
  const headerEnd = start.indexOf(NEWLINE) + 1;
  const continued = readHeader(start.toString('utf8', 0, headerEnd));
  if (!continued) {
    // The crash happened while the header was written.
    if (headerEnd === 0 && size > 0 && size < MAX_HEADER_BYTES) await handle.truncate(0);
    return undefined;
  }
  const whole = await wholeLinesLength(handle, size);
  let end = whole;
  let endMs = 0;
  let isCut = false;
  while (end > headerEnd) {
    const line = await previousLine(handle, end);
    const event = readEvent(line.text);
    if (event) {
      endMs = event.atMs;
      isCut = event.kind === 'marker' && event.label === CUT_LABEL;
      break;
    }
    end = line.from;
  }
  if (end < size) await handle.truncate(end);
  return { size: end, continued, endMs, isCut };
}

interface Stop {
  readonly kind: 'stopped';
  readonly reason: StopReason;
  readonly message: string;
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Derives the reason why a recording stopped from the error of a file operation. */
export function stopOf(error: unknown): Stop {
  const { code, message } = error as NodeJS.ErrnoException;
  return code !== undefined && NO_ROOM.has(code)
    ? {
        kind: 'stopped',
        reason: 'disk-full',
        message: 'The disk is full, so this session is not being recorded. Make room, and the recording goes on.',
      }
    : {
        kind: 'stopped',
        reason: 'write-failed',
        message: `The recording cannot be written (${code ?? message}). Warren tries again by itself.`,
      };
}
