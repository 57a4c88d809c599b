import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** Opens without following a link or waiting for a pipe. */
const READ_FILE_ITSELF = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Maximum bytes of one read; a longer file takes several. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** Number of bytes before the offset that are compared. Lines end with the time and an id, so they never repeat. */
const COMPARED_BYTES = 256;
/** A longer line does not belong to a conversation. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_END = 0x0a;

interface Read {
  readonly lines: readonly string[];
  /** The file was rewritten or replaced, and these are its first lines. */
  readonly isAnew: boolean;
}

/**
 * Reads lines that are added to a file. Claude Code writes its transcripts in batches, truncates them, and rewrites
 * some: a file that became shorter, or another file under the same name, is read from its beginning.
 */
export class FileFollower {
  readonly file: string;
  #identity = '';
  #offset = 0;
  /** Bytes of an incomplete line. */
  #rest: Buffer[] = [];
  /** The latest bytes that were read. They precede the offset as long as the file was only appended to. */
  #read: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.file = file;
  }

  /**
   * The lines since the last call, at most some megabytes at a time; none while the file is missing. Reads only a
   * regular file, never the target of a link. Reads synchronously: this thread can be terminated at any time, and no
   * operation may be pending then.
   */
  *read(): Generator<Read> {
    const file = openFile(this.file);
    if (file === null) return;
    try {
      const found = fstatSync(file);
      const { dev, ino, size } = found;
      if (!found.isFile()) return;
      const identity = `${dev}:${ino}`;
      const isKnown = this.#identity !== '';
      let isAnew = isKnown && (identity !== this.#identity || size < this.#offset || !this.#isAddedTo(file, size));
      if (isAnew) {
        this.#offset = 0;
        this.#rest = [];
        this.#read = Buffer.alloc(0);
      }
      this.#identity = identity;
      while (this.#offset < size) {
        const bytes = readAt(file, this.#offset, Math.min(size - this.#offset, MAX_READ_BYTES));
        if (bytes.length === 0) break;
        this.#offset += bytes.length;
        this.#read = Buffer.concat([this.#read, bytes.subarray(-COMPARED_BYTES)]).subarray(-COMPARED_BYTES);
        const lines = this.#linesOf(bytes);
        if (lines.length === 0 && !isAnew) continue;
        yield { lines, isAnew };
        isAnew = false;
      }
      if (isAnew) yield { lines: [], isAnew };
    } finally {
      closeSync(file);
    }
  }

  /**
   * False if the bytes before the offset are not those that were read: the file was truncated or replaced, and has
   * grown since.
   */
  #isAddedTo(file: number, size: number): boolean {
    if (size === this.#offset && this.#read.length === 0) return true;
    const before = readAt(file, this.#offset - this.#read.length, this.#read.length);
    return before.equals(this.#read);
  }

  #linesOf(bytes: Buffer): readonly string[] {
    const end = bytes.lastIndexOf(LINE_END);
    if (end < 0) {
      this.#rest.push(bytes);
      if (this.#rest.reduce((sum, { length }) => sum + length, 0) > MAX_LINE_BYTES) this.#rest = [];
      return [];
    }
    const whole = Buffer.concat([...this.#rest, bytes.subarray(0, end)]).toString('utf8');
    this.#rest = end + 1 < bytes.length ? [bytes.subarray(end + 1)] : [];
    return whole.split('\n');
  }
}

function openFile(file: string): number | null {
  try {
    return openSync(file, READ_FILE_ITSELF);
  } catch {
    return null;
  }
}

function readAt(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, offset));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Lines of a session, or of one of its subagents. */
export interface FollowedLines extends Read {
  readonly agent: string | null;
}

const AGENT_FILE = /^agent-([\w-]{1,64})\.jsonl$/u;

/** Follows the transcript of a session and those of its subagents, which are in a folder with its name. */
export class TranscriptFollower {
  readonly session: string;
  readonly #main: FileFollower;
  readonly #folder: string;
  readonly #agents = new Map<string, FileFollower>();

  constructor(file: string) {
    this.session = path.basename(file, '.jsonl');
    this.#main = new FileFollower(file);
    this.#folder = path.join(path.dirname(file), this.session, 'subagents');
  }

  get file(): string {
    return this.#main.file;
  }

  /**
   * The whole of an output that was too long for the transcript; null if its file is missing. Does not follow a link.
   */
  wholeOutput(name: string): string | null {
    const file = openFile(path.join(path.dirname(this.#folder), 'tool-results', path.basename(name)));
    if (file === null) return null;
    try {
      const found = fstatSync(file);
      return found.isFile() ? readAt(file, 0, Math.min(found.size, MAX_LINE_BYTES)).toString('utf8') : null;
    } finally {
      closeSync(file);
    }
  }

  *read(): Generator<FollowedLines> {
    for (const read of this.#main.read()) yield { agent: null, ...read };
    for (const name of namesIn(this.#folder)) {
      const [, agent] = AGENT_FILE.exec(name) ?? [];
      if (agent !== undefined && !this.#agents.has(agent))
        this.#agents.set(agent, new FileFollower(path.join(this.#folder, name)));
    }
    for (const [agent, follower] of this.#agents) for (const read of follower.read()) yield { agent, ...read };
  }
}
