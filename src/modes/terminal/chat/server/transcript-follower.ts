import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Read at once; a longer file takes several turns. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** Lines end with the time and an id: so many bytes are never the same twice. */
const COMPARED_BYTES = 256;
/** A longer line is none of a conversation. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_END = 0x0a;

interface Read {
  readonly lines: readonly string[];
  /** The file was written anew, or another one stands in its place: these are its first lines. */
  readonly isAnew: boolean;
}

/**
 * Reads what is added to a file of lines. Claude Code writes its transcripts in batches, cuts them off, and writes some anew:
 * a file that has become shorter, or is another file under the same name, is read from its beginning.
 */
export class FileFollower {
  readonly file: string;
  #identity = '';
  #offset = 0;
  /** Bytes of a line whose end is not written yet. */
  #rest: Buffer[] = [];
  /** The latest bytes that were read: they stand before the offset as long as the file was only added to. */
  #read: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.file = file;
  }

  /** What has come since the last call. Nothing while there is no such file. */
  async read(): Promise<Read> {
    const found = await stat(this.file).catch(() => null);
    if (!found?.isFile()) return { lines: [], isAnew: false };
    const identity = `${found.dev}:${found.ino}`;
    const isKnown = this.#identity !== '';
    const isAnew =
      isKnown && (identity !== this.#identity || found.size < this.#offset || !(await this.#isAddedTo(found.size)));
    if (isAnew) {
      this.#offset = 0;
      this.#rest = [];
      this.#read = Buffer.alloc(0);
    }
    this.#identity = identity;
    const lines: string[] = [];
    while (this.#offset < found.size) {
      const bytes = await readAt(this.file, this.#offset, Math.min(found.size - this.#offset, MAX_READ_BYTES));
      if (bytes.length === 0) break;
      this.#offset += bytes.length;
      this.#read = Buffer.concat([this.#read, bytes.subarray(-COMPARED_BYTES)]).subarray(-COMPARED_BYTES);
      for (const line of this.#linesOf(bytes)) lines.push(line);
    }
    return { lines, isAnew };
  }

  /** False if other bytes stand where those did that were read: it was cut off, or replaced, and has grown since. */
  async #isAddedTo(size: number): Promise<boolean> {
    if (size === this.#offset && this.#read.length === 0) return true;
    const before = await readAt(this.file, this.#offset - this.#read.length, this.#read.length);
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

async function readAt(file: string, offset: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Lines of a session, or of one of its subagents. */
export interface FollowedLines extends Read {
  readonly agent: string | null;
}

const AGENT_FILE = /^agent-([\w-]{1,64})\.jsonl$/u;

/** Follows the transcript of a session and those of its subagents, which stand in a folder of its name. */
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

  async read(): Promise<readonly FollowedLines[]> {
    const main = { agent: null, ...(await this.#main.read()) };
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const [, agent] = AGENT_FILE.exec(name) ?? [];
      if (agent !== undefined && !this.#agents.has(agent))
        this.#agents.set(agent, new FileFollower(path.join(this.#folder, name)));
    }
    const inside: FollowedLines[] = [];
    for (const [agent, follower] of this.#agents) inside.push({ agent, ...(await follower.read()) });
    return [main, ...inside].filter(({ lines, isAnew }) => lines.length > 0 || isAnew);
  }
}
