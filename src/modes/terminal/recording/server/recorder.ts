import {
  CONTINUED_LABEL,
  gapLabel,
  type RecordingHeader,
  type ScreenSize,
  type StopReason,
} from '../domain/asciicast.ts';
import { LineEncoder } from './line-encoder.ts';
import { OutputQueue } from './output-queue.ts';
import { type OpenToAppend, RecordingFile, stopOf } from './recording-file.ts';

export type RecorderState =
  | { readonly kind: 'recording' }
  /** Output is missing from here on. The recording resumes without intervention. */
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly message: string }
  /** The size limit was reached. Earlier output is kept. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'closed' };

interface RecorderOptions extends Pick<RecordingHeader, 'title' | 'env'> {
  /**
   * Ends in `.cast`. An existing recording is continued. Its folder must contain only recordings, and becomes private.
   */
  readonly file: string;
  readonly size: ScreenSize;
  readonly maxBytes?: number;
  /** During the call, `pending` still counts the output that is lost to the recording. */
  readonly onState?: (state: RecorderState) => void;
  /** Called when the number of pending bytes has decreased. */
  readonly onPending?: (pending: number) => void;
  /** Time in ms since 1970. Must not go back. */
  readonly clock?: () => number;
  readonly openFile?: OpenToAppend;
  /** First delay before a stopped recording is retried. It doubles up to MAX_RETRY_MS. */
  readonly retryMs?: number;
}

const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
/** Delay before output is written. A crash loses the output of this time and the unwritten part of a current write. */
const FLUSH_MS = 100;
/** Number of pending bytes that are written without this delay. */
const BATCH_BYTES = 64 * 1024;
/** If more than this is pending after a write, the next one begins at once: the caller may be waiting to resume. */
const RESUME_BYTES = 5_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Room below the size limit that is reserved for the marker of a cut recording. */
const CUT_MARKER_BYTES = 128;
/** Resets a terminal, for the new process of a continued recording. */
const RESET = '\u001bc';
/** Ends an escape sequence that a gap may have split. */
const CANCEL = '\u0018';

const steadyClock = () => performance.timeOrigin + performance.now();

/**
 * Appends the output of a terminal to a recording. It never throws or rejects: errors of the disk end up in `state`.
 * The caller should pause the terminal while many bytes are pending.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #clock: () => number;
  readonly #createdAt: number;
  #size: ScreenSize;
  #state: RecorderState = { kind: 'recording' };
  #file: RecordingFile | null = null;
  #mustSayContinued = false;
  #queue = new OutputQueue();
  #writingBytes = 0;
  readonly #encoder = new LineEncoder();
  #work: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #retryMs: number;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? steadyClock;
    this.#createdAt = this.#clock();
    this.#size = options.size;
    this.#retryMs = options.retryMs ?? MIN_RETRY_MS;
    // Creates the file at once, before any output.
    void this.#writeNow();
  }

  get state(): RecorderState {
    return this.#state;
  }

  /** Bytes of output that are not in the file yet. 0 while nothing is recorded. */
  get pending(): number {
    return this.#queue.bytes + this.#writingBytes;
  }

  /** Records output. The buffer must not change afterwards. */
  write(output: Uint8Array): void {
    if (this.#state.kind !== 'recording') return;
    this.#queue.add(this.#clock(), output);
    this.#schedule();
  }

  resize(size: ScreenSize): void {
    this.#size = size;
    if (this.#state.kind !== 'recording') return;
    this.#queue.addResize(this.#clock(), size);
    this.#schedule();
  }

  /** Resolves once all output so far is in the file, or the recording has stopped. */
  async flush(): Promise<void> {
    while (this.#state.kind === 'recording' && (this.#work || !this.#queue.isEmpty)) await this.#writeNow();
  }

  async close(): Promise<void> {
    await this.flush();
    this.#become({ kind: 'closed' });
    clearTimeout(this.#timer);
    await this.#work;
    const file = this.#file;
    if (!file) return;
    await file.append(this.#encoder.end(this.#clock())).catch(() => undefined);
    await this.#letGo();
  }

  #schedule(): void {
    if (this.#work) return;
    if (this.#queue.bytes >= BATCH_BYTES) void this.#writeNow();
    else this.#timer ??= setTimeout(() => void this.#writeNow(), FLUSH_MS).unref();
  }

  #writeNow(): Promise<void> {
    return (this.#work ??= this.#during(() => this.#writeBatches()));
  }

  async #during(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await work();
    } catch (error) {
      await this.#stop(error);
    }
    this.#work = null;
    if (this.#state.kind === 'stopped') this.#retryLater();
    else if (!this.#queue.isEmpty) this.#schedule();
  }

  async #writeBatches(): Promise<void> {
    const file = this.#file ?? (await this.#open());
    do {
      const { events, bytes } = this.#queue.take();
      this.#writingBytes = bytes;
      if (this.#state.kind === 'recording') await this.#append(file, this.#encoder.encode(events));
      this.#writingBytes = 0;
      this.#options.onPending?.(this.pending);
    } while (this.#state.kind === 'recording' && this.#queue.bytes > RESUME_BYTES);
  }

  /** Opens the file. For a recording of an earlier process, begins a new part. */
  async #open(): Promise<RecordingFile> {
    const { file: name, size, title, env, openFile } = this.#options;
    const isFirst = !this.#encoder.hasStarted;
    const now = this.#clock();
    const startedAt = isFirst ? this.#createdAt : now;
    const file = await RecordingFile.open(
      name,
      {
        ...(isFirst ? size : this.#size),
        startedAt,
        ...(title !== undefined && { title }),
        ...(env && { env }),
      },
      openFile,
    );
    this.#file = file;
    const { continued, endMs } = file;
    if (!continued) this.#encoder.start(startedAt, 0);
    else if (isFirst) {
      this.#encoder.start(now - Math.max(endMs, now - (continued.startedAt ?? now)), endMs);
      if (file.isCut) this.#become({ kind: 'cut' });
      else this.#mustSayContinued = true;
    }
    if (this.#mustSayContinued) {
      await this.#append(file, this.#newPart(CONTINUED_LABEL, RESET));
      this.#mustSayContinued = false;
    }
    return file;
  }

  #newPart(label: string, text: string): Buffer {
    return this.#encoder.newPart({ at: this.#clock(), label, size: this.#size, text });
  }

  async #append(file: RecordingFile, lines: Buffer): Promise<void> {
    const room = (this.#options.maxBytes ?? DEFAULT_MAX_BYTES) - CUT_MARKER_BYTES - file.size;
    if (lines.length <= room) return file.append(lines);
    const end = room <= 0 ? 0 : lines.lastIndexOf('\n', room - 1) + 1;
    await file.append(Buffer.concat([lines.subarray(0, end), this.#encoder.cutMarker()]));
    this.#become({ kind: 'cut' });
    this.#queue.take();
  }

  async #stop(error: unknown): Promise<void> {
    // The rest of an incomplete character is lost as well.
    this.#encoder.end(this.#clock());
    if (this.#state.kind !== 'closed') {
      const state = stopOf(error);
      // A failed retry is not reported again.
      if (this.#state.kind !== 'stopped' || this.#state.reason !== state.reason) this.#become(state);
    }
    this.#queue.take();
    this.#writingBytes = 0;
    this.#options.onPending?.(0);
    await this.#letGo();
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => {
      this.#work = this.#during(() => this.#resume());
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
  }

  async #resume(): Promise<void> {
    if (this.#state.kind !== 'stopped') return;
    const { reason } = this.#state;
    const file = await this.#open();
    await file.probeRoom();
    await this.#append(file, this.#newPart(gapLabel(reason), CANCEL));
    this.#retryMs = this.#options.retryMs ?? MIN_RETRY_MS;
    if (this.#state.kind === 'stopped') this.#become({ kind: 'recording' });
  }

  async #letGo(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close().catch(() => undefined);
  }

  #become(state: RecorderState): void {
    if (this.#state.kind === 'closed') return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
