import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

import { assert } from '#kernel/assert.ts';
import {
  type GivenDocument,
  type ReadDocument,
  type Reading,
  UnreadableDocument,
} from '#library/ingestion/server/read-document.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { PackageJob, PackagePart } from '../formats/anki/read-package.ts';
import { usageOf } from './process-usage.ts';

const CHILD = programBeside(import.meta, 'reading-child');

type ReadingTask = { readonly document: GivenDocument } | { readonly package: PackageJob };
export type ReadingJob = { readonly id: number } & ReadingTask;
/** `next`: the server has accepted the last part. */
export type ReadingOrder = ReadingJob | { readonly next: true };

export type ReadingReport =
  | { readonly id: number; readonly progress: { readonly words: string; readonly done: number | null } }
  | { readonly id: number; readonly part: PackagePart }
  | { readonly id: number; readonly read: ReadDocument | null }
  | { readonly id: number; readonly unreadable: { readonly message: string; readonly remedy: string } }
  | { readonly id: number; readonly failure: string };

export interface ReadingLimits {
  /** Processor time without progress, in ms, for a large document: see `maxSilenceOf`. A page of a PDF is progress. */
  readonly maxSilenceMs: number;
  /** Total processor time for one document, in ms. */
  readonly maxMs: number;
  /** Resident memory of the process. */
  readonly maxResidentMb: number;
}

interface Watched {
  /** In bytes. */
  readonly size: number;
  readonly signal: AbortSignal;
  readonly onProgress?: Reading['onProgress'];
  readonly onPart?: (part: PackagePart) => Promise<void> | void;
}

/** V8 aborts the process if its heap exceeds this. */
const MAX_HEAP_MB = 512;
/**
 * Limit of private writable memory, which Linux enforces (RLIMIT_DATA). Node itself maps some 550 MB of it and uses a
 * tenth of that.
 */
const MAX_DATA_KB = 1_200_000;
/**
 * How often memory and time are checked, in ms. Where the system enforces no limit, this and V8's are the only limits
 * of memory.
 */
const WATCH_EVERY_MS = 250;
/** A small document may be silent only for this share of the time of a large one. */
const SMALL_SHARE = 1 / 3;
const LARGE_BYTES = 2_000_000;
/**
 * A reading that has not used up its processor time after this multiple of it has been waiting for other work on the
 * machine.
 */
const MAX_WAIT = 2;

/**
 * Starts a background shell that kills the process when the pipe from the server is closed: a killed server cannot end
 * it, and a document can keep it busy for ever. Then sets the limits, makes the process the first candidate of the
 * out-of-memory killer, and becomes Node. Limits that the system does not know are skipped.
 */
const WITH_LIMITS = `exec 4<&0 </dev/null
{ read -r _ <&4; kill -9 $$; } 3<&- &
exec 4<&-
${process.platform === 'linux' ? `ulimit -d ${MAX_DATA_KB} 2>/dev/null` : ':'}
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
exec "$@"`;

/**
 * A process that reads one document or package at a time, with limits of memory and time. It isolates the server from
 * crashes and endless loops that a document causes, and has an empty environment, so no keys. After it has exceeded a
 * limit it must not be used again.
 */
export class ReadingProcess {
  readonly #child: ChildProcess;
  readonly #limits: ReadingLimits;
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #count = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
    const node = [process.execPath, `--max-old-space-size=${MAX_HEAP_MB}`, '--max-semi-space-size=16', CHILD];
    this.#child = spawn('/bin/sh', ['-c', WITH_LIMITS, 'sh', ...node], {
      // Warnings of the packages are useless.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.once('error', resolve);
    }).then(() => void (this.#hasEnded = true));
    // The server and its people have priority.
    if (this.#child.pid !== undefined) trySetPriority(this.#child.pid);
    this.#child.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  async read(document: GivenDocument, { signal, onProgress }: Reading): Promise<ReadDocument> {
    const read = await this.#run({ document }, { size: document.bytes.length, signal, onProgress });
    assert(read, 'a document is read as a whole');
    return read;
  }

  /** Reads a package in parts. The next part is read when `onPart` has resolved. */
  async readPackage(job: PackageJob, of: Pick<Watched, 'size' | 'signal' | 'onPart'>): Promise<void> {
    await this.#run({ package: job }, of);
  }

  async #run(task: ReadingTask, { size, signal, onProgress, onPart }: Watched): Promise<ReadDocument | null> {
    const child = this.#child;
    const id = (this.#count += 1);
    const { promise, resolve, reject } = Promise.withResolvers<ReadDocument | null>();
    const watch = this.#watch(size, reject);
    const onMessage = (report: ReadingReport) => {
      if (report.id !== id) return;
      watch.onSign();
      if ('progress' in report) onProgress?.(report.progress);
      else if ('part' in report) {
        const send = () =>
          child.send({ next: true } satisfies ReadingOrder, (error) => error && reject(failed(error.message)));
        Promise.resolve(onPart?.(report.part)).then(send, reject);
      } else if ('read' in report) resolve(report.read);
      else if ('unreadable' in report)
        reject(new UnreadableDocument(report.unreadable.message, { remedy: report.unreadable.remedy }));
      else reject(failed(report.failure));
    };
    const onAbort = () => reject(signal.reason as Error);
    child.on('message', onMessage);
    void this.#ended.then(() => reject(tooMuchMemory()));
    signal.addEventListener('abort', onAbort, { once: true });
    child.ref();
    child.channel?.ref();
    child.send({ id, ...task } satisfies ReadingJob, (error) => error && reject(failed(error.message)));
    try {
      return await promise;
    } catch (error) {
      // Only an answer of the process itself leaves it ready for the next document.
      if (!(error instanceof UnreadableDocument) || error.endedReader || error.isOfMachine) await this.end();
      throw error;
    } finally {
      watch.end();
      child.off('message', onMessage);
      signal.removeEventListener('abort', onAbort);
      child.unref();
      child.channel?.unref();
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /**
   * Calls `onLimit` when the process has used too much memory or time. Processor time is measured, so that a busy
   * machine does not end a reading early.
   */
  #watch(size: number, onLimit: (error: UnreadableDocument) => void) {
    const { maxResidentMb, maxMs } = this.#limits;
    const maxSilenceMs = maxSilenceOf(size, this.#limits);
    const { pid } = this.#child;
    let usedBefore: number | undefined;
    let usedAtSign: number | undefined;
    let hasSign = false;
    const look = setInterval(() => {
      void (pid === undefined ? Promise.resolve(null) : usageOf(pid)).then((used) => {
        if (!used) return;
        usedBefore ??= used.cpuMs;
        if (hasSign) usedAtSign = used.cpuMs;
        usedAtSign ??= used.cpuMs;
        hasSign = false;
        if (used.residentBytes > maxResidentMb * 1_000_000) onLimit(tooMuchMemory());
        else if (used.cpuMs - usedAtSign > maxSilenceMs) onLimit(tooLong(maxSilenceMs));
        else if (used.cpuMs - usedBefore > maxMs) onLimit(tooLong(maxMs));
      });
    }, WATCH_EVERY_MS);
    const wait = setTimeout(() => onLimit(tooSlow(MAX_WAIT * maxMs)), MAX_WAIT * maxMs);
    return {
      onSign() {
        hasSign = true;
      },
      end() {
        clearInterval(look);
        clearTimeout(wait);
      },
    };
  }
}

/** A document of a few KB that takes 10 s will not end within 30 s. */
function maxSilenceOf(bytes: number, { maxSilenceMs }: ReadingLimits): number {
  return maxSilenceMs * Math.min(1, SMALL_SHARE + bytes / LARGE_BYTES);
}

function trySetPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not permit it.
  }
}

const PASTE = 'Paste its text instead.';

function tooLong(ms: number): UnreadableDocument {
  const message = `Reading took longer than ${Math.round(ms / 1_000)} seconds of computing and was stopped.`;
  return new UnreadableDocument(message, { remedy: PASTE, endedReader: true });
}

/** The machine was too busy, and may be less busy later. */
function tooSlow(ms: number): UnreadableDocument {
  const message = `Reading took longer than ${Math.round(ms / 1_000)} seconds and was stopped.`;
  return new UnreadableDocument(message, { remedy: PASTE, isOfMachine: true });
}

/** The system or V8 ended the process, which both do only when memory is short. */
function tooMuchMemory(): UnreadableDocument {
  return new UnreadableDocument('Reading needed too much memory and was stopped.', {
    remedy: PASTE,
    endedReader: true,
  });
}

function failed(cause: string): UnreadableDocument {
  const error = new UnreadableDocument('This document could not be read.', {
    remedy: 'Save it in another format, or paste its text.',
    endedReader: true,
  });
  error.cause = cause;
  return error;
}
