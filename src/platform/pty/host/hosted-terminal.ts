import { Recorder, type RecorderState } from '#modes/terminal/recording/server/recorder.ts';
import type {
  HostedTerminal,
  OutputPlace,
  PtyCommand,
  PtyExit,
  RecordingOptions,
} from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

import { type OpenedPty, openPty } from '../open-pty.ts';
import type { Attached, FromHost, HostOrder } from './messages.ts';
import { OutputLog } from './output-log.ts';

/**
 * Limits of the bytes that are not yet on the screen, or not yet recorded. Above `pause`, the program waits; it
 * continues at `resume`.
 */
const SHOWN_LIMITS = { pause: 512 * 1024, resume: 256 * 1024 };
const RECORDED_LIMITS = { pause: 512 * 1024, resume: 64 * 1024 };
/**
 * Limits of the output since the last stored screen that is stored while no server is connected. Beyond that, only the
 * recording has the output; a program that is not recorded waits.
 */
const KEPT_LIMITS = { pause: 8 * 1024 * 1024, resume: 4 * 1024 * 1024 };

const TOGETHER_MS = 2;
const TOGETHER_BYTES = 32 * 1024;

type Limits = typeof SHOWN_LIMITS;

const isBehind = (wasBehind: boolean, bytes: number, { pause, resume }: Limits) => bytes > (wasBehind ? resume : pause);

/** The connection to a server. */
export interface ServerLink {
  send(message: FromHost, bytes?: Uint8Array): void;
}

interface Options {
  readonly id: string;
  readonly command: PtyCommand;
  readonly recording: RecordingOptions;
  readonly meta: string;
  readonly startedAt: number;
}

/** A program with its pseudoterminal, its recording, and the data that a server needs to show it. */
export class TerminalInHost {
  readonly id: string;
  readonly #pty: OpenedPty;
  readonly #log: OutputLog;
  readonly #recorder: Recorder;
  readonly #startedAt: number;
  #meta: string;
  /** The connected server. `#sent`: the place up to which it has the output. */
  #link: ServerLink | null = null;
  #sent: OutputPlace = { offset: 0, resizes: 0 };
  #flush: NodeJS.Timeout | undefined;
  #passedAt = 0;
  #screen: Buffer | null = null;
  /** Whether the screen and the output after it were dropped. Only the recording has them. */
  #isCut = false;
  /** Where the recording stopped after that. The host alone has the output from here on. */
  #unrecordedFrom: OutputPlace | null = null;
  #answeredTo = 0;
  #shownTo = 0;
  #isHeld = false;
  #isScreenBehind = false;
  #isRecordingBehind = false;
  #isFull = false;
  #isPaused = false;
  #exit: PtyExit | null = null;
  #closing: Promise<void> | null = null;
  readonly ended: Promise<void>;

  constructor({ id, command, recording, meta, startedAt }: Options) {
    this.id = id;
    this.#meta = meta;
    this.#startedAt = startedAt;
    const { size } = command;
    this.#log = new OutputLog(size);
    this.#pty = openPty(command);
    this.#recorder = new Recorder({
      ...recording,
      size: { columns: size.cols, rows: size.rows },
      onPending: () => this.#pauseIfBehind(),
      onState: (state) => this.#tellRecording(state),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#pty.onData((bytes) => {
      this.#log.append(bytes);
      // Output arrives in pieces of a memory page. The first piece is passed on at once, and the ones right after it
      // together.
      const waiting = this.#log.end.offset - this.#recorded.offset;
      if (waiting >= TOGETHER_BYTES || performance.now() - this.#passedAt >= TOGETHER_MS) this.#passOn();
      else this.#flush ??= setTimeout(() => this.#passOn(), TOGETHER_MS);
    });
    this.#pty.onExit((exit) => {
      this.#passOn();
      this.#exit = exit;
      this.#closing = this.#recorder.close();
      this.#link?.send({ type: 'exit', id, exit });
      resolve();
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get listed(): HostedTerminal {
    return {
      id: this.id,
      pid: this.pid,
      meta: this.#meta,
      size: this.#log.size,
      startedAt: this.#startedAt,
      exit: this.#exit,
    };
  }

  /**
   * Prepares `attach`. If output was dropped, it holds the program until the server has read the recording, which then
   * has all output, and releases the program.
   */
  async settle(): Promise<void> {
    if (!this.#isCut) return;
    this.#isHeld = true;
    this.#pauseIfBehind();
    await this.flush();
  }

  /** Sends the answer, and then all output since the last stored screen. The previous server gets no more output. */
  attach(link: ServerLink, answer: (attached: Attached, screen: Uint8Array | undefined) => void): void {
    this.#passOn();
    this.#link = link;
    this.#isHeld = this.#isCut;
    if (this.#isCut) this.#log.dropBefore(this.#unrecordedFrom ?? this.#log.end);
    const { start } = this.#log;
    this.#sent = start;
    this.#shownTo = start.offset;
    answer(
      {
        ...this.listed,
        ...start,
        startSize: this.#log.startSize,
        hasScreen: this.#screen !== null,
        isCut: this.#isCut,
        answeredTo: this.#answeredTo,
        until: this.#log.end.offset,
      },
      this.#screen ?? undefined,
    );
    this.#passOn();
    this.#tellRecording(this.#recorder.state);
    if (this.#exit) link.send({ type: 'exit', id: this.id, exit: this.#exit });
  }

  detach(): void {
    this.#link = null;
    this.#isHeld = false;
    this.#pauseIfBehind();
  }

  carryOut(order: Exclude<HostOrder, { type: 'release' }>, bytes: Buffer): void {
    switch (order.type) {
      case 'answer':
        this.#answeredTo = Math.max(this.#answeredTo, order.offset);
        this.#pty.write(bytes);
        return;
      case 'input':
        this.#pty.write(bytes);
        return;
      case 'resize':
        this.#resize(order.size);
        return;
      case 'shown':
        this.#shownTo = Math.max(this.#shownTo, order.offset);
        this.#pauseIfBehind();
        return;
      case 'hold':
        this.#isHeld = order.isHeld;
        this.#pauseIfBehind();
        return;
      case 'store':
        this.#log.dropBefore(order);
        // Copied, because the bytes are part of a buffer of the socket.
        this.#screen = Buffer.from(bytes);
        this.#isCut = false;
        this.#unrecordedFrom = null;
        this.#pauseIfBehind();
        return;
      case 'detach':
        this.detach();
        return;
      case 'remember':
        this.#meta = order.meta;
    }
  }

  async flush(): Promise<void> {
    this.#passOn();
    await (this.#closing ?? this.#recorder.flush());
  }

  #resize(size: ScreenSize): void {
    if (this.#exit) return;
    this.#passOn();
    this.#pty.resize(size);
    this.#log.resize(size);
    this.#recorder.resize({ columns: size.cols, rows: size.rows });
    this.#recorded = this.#log.end;
    this.#send();
  }

  #recorded: OutputPlace = { offset: 0, resizes: 0 };

  /** Passes new output to the recording and the server. */
  #passOn(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    this.#passedAt = performance.now();
    for (const item of this.#log.behind(this.#recorded)) if (item.kind === 'output') this.#recorder.write(item.bytes);
    this.#recorded = this.#log.end;
    this.#send();
    this.#pauseIfBehind();
  }

  #send(): void {
    if (!this.#link) return;
    for (const item of this.#log.behind(this.#sent)) {
      if (item.kind === 'output') this.#link.send({ type: 'output', id: this.id }, item.bytes);
      else this.#link.send({ type: 'resized', id: this.id, size: item.size });
    }
    this.#sent = this.#log.end;
  }

  /** Drops the screen and the output: the next screen is rebuilt from the recording. */
  #cut(): void {
    this.#isCut = true;
    this.#unrecordedFrom = null;
    this.#isFull = false;
    this.#screen = null;
    this.#log.dropBefore(this.#log.end);
  }

  #tellRecording(state: RecorderState): void {
    if (state.kind === 'stopped' || state.kind === 'cut') {
      const { offset, resizes } = this.#recorded;
      // The recorder may have written some of its pending output, which is then shown twice.
      this.#unrecordedFrom ??= { offset: offset - this.#recorder.pending, resizes };
    }
    this.#link?.send({ type: 'recording', id: this.id, state });
  }

  #pauseIfBehind(): void {
    const unshown = this.#link ? this.#log.end.offset - this.#shownTo : 0;
    this.#isScreenBehind = isBehind(this.#isScreenBehind, unshown, SHOWN_LIMITS);
    this.#isRecordingBehind = isBehind(this.#isRecordingBehind, this.#recorder.pending, RECORDED_LIMITS);
    this.#isFull = this.#link === null && isBehind(this.#isFull, this.#log.bytes, KEPT_LIMITS);
    if (this.#isFull && this.#recorder.state.kind === 'recording') this.#cut();
    const mustPause = this.#isHeld || this.#isScreenBehind || this.#isRecordingBehind || this.#isFull;
    if (mustPause === this.#isPaused) return;
    this.#isPaused = mustPause;
    if (mustPause) this.#pty.pause();
    else this.#pty.resume();
  }
}
