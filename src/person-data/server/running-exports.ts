import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';
import type { FileAnswer } from '#wire/file.ts';

import type { ExportState } from '../protocol.ts';

/** A finished archive waits for its download for this long. */
const KEPT_MS = 3_600_000;

export interface ExportedAs {
  readonly name: string;
  readonly mediaType: string;
  /** Its content, as JSON; empty for everything. */
  readonly of: string;
}

export const EVERYTHING: ExportedAs = { name: 'warren-export.zip', mediaType: 'application/zip', of: '' };

interface ExportDeps {
  readonly home: string;
  /** Writes a person's data into a file, outside the server's process. Rejects with an AppError for the person. */
  readonly write: (made: { person: string; of: string; target: string; signal: AbortSignal }) => Promise<void>;
  readonly logError: (message: string, cause: unknown) => void;
}

interface Made {
  readonly as: ExportedAs;
  readonly state: ExportState;
  readonly folder?: string;
  readonly isFetched?: boolean;
  readonly removal?: NodeJS.Timeout;
  readonly stopping?: AbortController;
  readonly done?: Promise<void>;
}

/** Downloads of people's own data: one at a time for each person, kept for an hour. */
export class RunningExports {
  readonly #deps: ExportDeps;
  readonly #made = new Map<string, Made>();

  constructor(deps: ExportDeps) {
    this.#deps = deps;
  }

  /** People whose file is being written, or was finished and not fetched yet. */
  get waiting(): readonly string[] {
    const waits = ({ state, folder, isFetched = false }: Made) =>
      state.isUnderWay || (folder !== undefined && !isFetched);
    return [...this.#made].filter(([, made]) => waits(made)).map(([person]) => person);
  }

  state(person: string): ExportState {
    return this.#made.get(person)?.state ?? { isUnderWay: false, bytes: null, problem: null };
  }

  /** Begins an export, unless one is under way. Removes the previous one. */
  begin(person: string, as: ExportedAs): ExportState {
    const before = this.#made.get(person);
    if (before?.state.isUnderWay) return before.state;
    const stopping = new AbortController();
    const done = this.#drop(before).then(() => this.#make(person, as, stopping.signal));
    this.#made.set(person, { as, state: { isUnderWay: true, bytes: null, problem: null }, stopping, done });
    return this.state(person);
  }

  /** The archive, which only its person may fetch. */
  file(person: string): FileAnswer {
    const made = this.#made.get(person);
    const { as, folder, state } = made ?? {};
    if (!made || !as || folder === undefined || !state?.bytes)
      throw new AppError('not-found', 'There is no export. Make one first.');
    this.#made.set(person, { ...made, isFetched: true });
    const stream = createReadStream(path.join(folder, FILE)) as AsyncIterable<Uint8Array>;
    return { bytes: { length: state.bytes, stream }, mediaType: as.mediaType, name: as.name };
  }

  /** Stops and removes the exports of a person. */
  async remove(person: string): Promise<void> {
    const made = this.#made.get(person);
    made?.stopping?.abort();
    await made?.done;
    await this.#drop(this.#made.get(person));
    this.#made.delete(person);
  }

  /** Removes files that a killed server left, before the first export. */
  removeOld(): Promise<void> {
    return removeFolder(path.join(this.#deps.home, EXPORTS));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.keys()].map((person) => this.remove(person)));
  }

  async #make(person: string, as: ExportedAs, signal: AbortSignal): Promise<void> {
    const parent = path.join(this.#deps.home, EXPORTS);
    const settle = (made: Made) => void this.#made.set(person, made);
    let folder: string | undefined;
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      folder = await mkdtemp(path.join(parent, 'export-'));
      const target = path.join(folder, FILE);
      await this.#deps.write({ person, of: as.of, target, signal });
      const { size } = await stat(target);
      const removal = setTimeout(() => void this.remove(person), KEPT_MS).unref();
      settle({ as, state: { isUnderWay: false, bytes: size, problem: null }, folder, removal });
    } catch (error) {
      if (folder !== undefined) await removeFolder(folder);
      if (!signal.aborted) this.#deps.logError('An export for a download failed.', error);
      settle({ as, state: { isUnderWay: false, bytes: null, problem: problemOf(error) } });
    }
  }

  async #drop(made: Made | undefined): Promise<void> {
    clearTimeout(made?.removal);
    if (made?.folder !== undefined) await removeFolder(made.folder);
  }
}

/** Other failures mention folders of the server, which belong only in its log. */
function problemOf(error: unknown): string {
  if (error instanceof AppError && error.kind === 'too-large') return error.message;
  if (error instanceof AppError && error.kind === 'disk-full')
    return 'The disk of the server is full, so nothing was exported. Try again once there is room.';
  return 'Your data could not be exported. Try again; the log of the server says why.';
}

const FILE = 'export';
const EXPORTS = 'exports';

/** A folder that cannot be removed now is removed at the next start. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
