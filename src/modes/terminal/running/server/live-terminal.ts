import { encodeDownFrame } from '../../screen/domain/frames.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import type { KeptScreen } from '../../screen/server/kept-screen.ts';
import type { CellSize, ScreenText } from '../../screen/server/screen-messages.ts';
import type { Screens } from '../../screen/server/screens.ts';
import type { OpenPty, Pty, PtyCommand, PtyExit } from './pty.ts';
import { type PackedAt, Viewer, type ViewerSocket } from './viewer.ts';

/**
 * Bytes that the screen or the recording have not handled: above the first the program waits, below the second it goes
 * on.
 */
const PAUSE_BYTES = 100_000;
const RESUME_BYTES = 5_000;

/**
 * Output that comes within this time goes on together, and at the latest when it is so much: the screen reads it while
 * more comes.
 */
const TOGETHER_MS = 2;
const TOGETHER_BYTES = 32_000;

/**
 * A program takes Escape and what comes right behind it for one key, so what begins with an escape too waits for so long.
 */
const ALONE_MS = 100;

/** Of the sizes that a window has within a frame, the last counts. */
const FRAME_MS = 16;

const ESCAPE = '\u001B';

const isBehind = (wasBehind: boolean, bytes: number) => bytes > (wasBehind ? RESUME_BYTES : PAUSE_BYTES);

/** The log that keeps output. It gets everything that a terminal shows, in order. */
interface OutputLog {
  /** Bytes that it has not handled yet. Once they are less, `LiveTerminal.resumeIfHandled` is to be called. */
  readonly pending: number;
  write(bytes: Uint8Array): void;
  resize(size: { readonly columns: number; readonly rows: number }): void;
}

interface LiveTerminalOptions {
  readonly openPty: OpenPty;
  readonly screens: Screens;
  readonly command: PtyCommand;
  readonly log?: OutputLog;
  readonly onExit: (exit: PtyExit) => void;
  readonly onChanged?: (text: ScreenText) => void;
  /** What the program wrote keeps its screen busy for ever: it is paused until somebody resumes it. */
  readonly onStuck?: () => void;
  /** The number of rows above the window that `onChanged` gets. */
  readonly above?: number;
}

/** A window on a terminal, as the transport holds it. */
export interface ViewerHandle {
  confirm(bytes: number): void;
  input(bytes: Buffer): void;
  size(size: ScreenSize, options: { readonly cell?: CellSize | undefined; readonly isClaim: boolean }): void;
  /** Goes on after the screen was stuck. */
  resume(): void;
  leave(): void;
}

/** A program in a pseudoterminal with its screen, its recording and everyone who looks at it. */
export class LiveTerminal {
  readonly pid: number;
  readonly #pty: Pty;
  readonly #screen: KeptScreen;
  readonly #log: OutputLog | undefined;
  readonly #viewers = new Set<Viewer>();
  #size: ScreenSize;
  /** Whose window decides on the size. */
  #owner: Viewer | null = null;
  /** Bytes of output since it started. */
  #offset = 0;
  /** Heard and not passed on yet. */
  #heard: Buffer[] = [];
  #heardBytes = 0;
  #passedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Bytes that the screen has not handled, those that were just heard among them. */
  #unshown = 0;
  /**
   * Each by itself: a recording that is not behind waits for more before it writes, and a program that waited for that
   * would wait for nothing.
   */
  #isScreenBehind = false;
  #isLogBehind = false;
  #isPaused = false;
  #recordingTrouble: string | null = null;
  #hasExited = false;
  /** Typed and not passed on yet, in order. The text before it ended with Escape. */
  #held: (Buffer | string)[] = [];
  #escapedAt = Number.NEGATIVE_INFINITY;
  #isStuck = false;
  /** The latest size of the frame under way. */
  #wanted: { readonly size: ScreenSize; readonly cell: CellSize | undefined } | null = null;
  #frame: NodeJS.Timeout | undefined;

  /** Called with what is typed, by whoever it is. */
  onTyped: ((text: string) => void) | null = null;
  onOutput: ((bytes: Uint8Array) => void) | null = null;

  constructor(options: LiveTerminalOptions) {
    const { openPty, screens, command, log, onExit, onChanged = () => {}, onStuck = () => {}, above = 0 } = options;
    this.#size = command.size;
    this.#log = log;
    const pty = openPty(command);
    this.#pty = pty;
    this.pid = pty.pid;
    this.#screen = screens.open(
      this.#size,
      {
        onReply: (reply) => this.#type(reply),
        onChanged,
        onWritten: (bytes) => {
          this.#unshown -= bytes;
          this.resumeIfHandled();
        },
        onStuck: () => {
          this.#pauseStuck();
          onStuck();
        },
      },
      above,
    );
    pty.onData((bytes) => this.#hear(bytes));
    pty.onExit((exit) => {
      this.#passOn();
      this.#hasExited = true;
      void this.#screen.rest();
      for (const viewer of this.#viewers) viewer.notify({ type: 'running', isRunning: false });
      onExit(exit);
    });
  }

  /** Bytes of output that were passed on since it started. */
  get offset(): number {
    return this.#offset;
  }

  get size(): ScreenSize {
    return this.#size;
  }

  get isRunning(): boolean {
    return !this.#hasExited;
  }

  get isViewed(): boolean {
    return this.#viewers.size > 0;
  }

  view(socket: ViewerSocket): ViewerHandle {
    this.#passOn();
    const viewer = new Viewer(socket, () => this.pack());
    this.#viewers.add(viewer);
    this.#sendSize(viewer);
    viewer.notify({ type: 'running', isRunning: this.isRunning });
    if (this.#isStuck) viewer.notify({ type: 'paused', isPaused: true });
    if (this.#recordingTrouble !== null) viewer.notify({ type: 'recording', trouble: this.#recordingTrouble });
    void viewer.showScreen();
    return {
      confirm: (bytes) => viewer.confirm(bytes),
      input: (bytes) => this.#type(bytes),
      size: (size, { cell, isClaim }) => {
        if (isClaim || this.#owner === null) this.#owner = viewer;
        if (this.#owner === viewer) this.resize(size, cell);
        else this.#sendSize(viewer);
      },
      resume: () => this.#resumeStuck(),
      leave: () => {
        this.#viewers.delete(viewer);
        if (this.#owner !== viewer) return;
        this.#owner = null;
        for (const each of this.#viewers) this.#sendSize(each);
      },
    };
  }

  resize(size: ScreenSize, cell?: CellSize): void {
    this.#wanted = { size, cell };
    if (this.#frame) return;
    this.#resizeToWanted();
    this.#frame = setTimeout(() => {
      this.#frame = undefined;
      if (this.#wanted) this.resize(this.#wanted.size, this.#wanted.cell);
    }, FRAME_MS);
  }

  #resizeToWanted(): void {
    if (!this.#wanted) return;
    const { size, cell } = this.#wanted;
    this.#wanted = null;
    const isSame = size.cols === this.#size.cols && size.rows === this.#size.rows;
    if (!isSame && this.isRunning) {
      this.#passOn();
      this.#size = size;
      this.#pty.resize(size);
      this.#log?.resize({ columns: size.cols, rows: size.rows });
    }
    this.#screen.resize(this.#size, cell);
    for (const viewer of this.#viewers) this.#sendSize(viewer);
  }

  /** Tells everyone who looks what keeps it from being recorded; null once nothing does. */
  reportRecording(trouble: string | null): void {
    if (trouble === this.#recordingTrouble) return;
    this.#recordingTrouble = trouble;
    for (const viewer of this.#viewers) viewer.notify({ type: 'recording', trouble });
  }

  type(text: string): void {
    this.#type(text);
  }

  /** Lets the program go on if it was suspended. */
  continue(): void {
    if (this.isRunning) process.kill(this.pid, 'SIGCONT');
  }

  /** The screen after everything that has come so far. */
  async pack(): Promise<PackedAt> {
    this.#passOn();
    const offset = this.#offset;
    return { offset, packed: await this.#screen.pack() };
  }

  async read(scrollback: number) {
    this.#passOn();
    const offset = this.#offset;
    return { offset, size: this.#size, ...(await this.#screen.read(scrollback)) };
  }

  /** Ends the screen. Whoever looks sees what was there. */
  close(): void {
    clearTimeout(this.#frame);
    this.#screen.close();
    this.#viewers.clear();
  }

  /** The screen is what it was before the output that it cannot show. The program waits, and nothing is fed. */
  #pauseStuck(): void {
    this.#isStuck = true;
    this.#unshown = 0;
    this.#pauseIfBehind();
    for (const viewer of this.#viewers) {
      viewer.notify({ type: 'paused', isPaused: true });
      void viewer.showScreen();
    }
  }

  /** Goes on behind what could not be shown. The program is asked to paint its screen anew. */
  #resumeStuck(): void {
    if (!this.#isStuck) return;
    this.#passOn();
    this.#isStuck = false;
    for (const viewer of this.#viewers) {
      viewer.notify({ type: 'paused', isPaused: false });
      void viewer.showScreen();
    }
    const { cols, rows } = this.#size;
    for (const each of [rows - 1, rows]) if (this.isRunning) this.#pty.resize({ cols, rows: each });
    this.#pauseIfBehind();
  }

  #type(input: Buffer | string): void {
    this.onTyped?.(String(input));
    this.#held.push(input);
    if (this.#held.length === 1) this.#passOnTyped();
  }

  #passOnTyped(): void {
    for (let input = this.#held[0]; input !== undefined && this.isRunning; input = this.#held[0]) {
      const text = String(input);
      const rest = this.#escapedAt + ALONE_MS - performance.now();
      if (text.startsWith(ESCAPE) && rest > 0) {
        setTimeout(() => this.#passOnTyped(), rest);
        return;
      }
      this.#held.shift();
      this.#escapedAt = text === ESCAPE ? performance.now() : Number.NEGATIVE_INFINITY;
      this.#pty.write(input);
    }
    this.#held = [];
  }

  /** Output comes in pieces of a page of memory. The first goes on at once, those right behind it together. */
  #hear(bytes: Buffer): void {
    this.#heard.push(bytes);
    this.#heardBytes += bytes.length;
    if (!this.#isStuck) this.#unshown += bytes.length;
    if (this.#heardBytes >= TOGETHER_BYTES || performance.now() - this.#passedAt >= TOGETHER_MS) this.#passOn();
    else {
      this.#timer ??= setTimeout(() => this.#passOn(), TOGETHER_MS);
      this.#pauseIfBehind();
    }
  }

  /**
   * Hands what was heard to the recording, the screen and everyone who looks, before anything that is to come after it.
   */
  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#passedAt = performance.now();
    if (this.#heard.length === 0) return;
    const bytes = Buffer.concat(this.#heard);
    this.onOutput?.(bytes);
    this.#heard = [];
    this.#heardBytes = 0;
    const frame = encodeDownFrame({ type: 'output', offset: this.#offset, bytes });
    this.#offset += bytes.length;
    this.#log?.write(bytes);
    if (!this.#isStuck) {
      this.#screen.write(new Uint8Array(bytes));
      for (const viewer of this.#viewers) viewer.output(frame);
    }
    this.#pauseIfBehind();
  }

  /** Lets the program go on once screen and recording have handled what it said. */
  resumeIfHandled(): void {
    if (this.#isPaused) this.#pauseIfBehind();
  }

  #pauseIfBehind(): void {
    this.#isScreenBehind = isBehind(this.#isScreenBehind, this.#unshown);
    this.#isLogBehind = isBehind(this.#isLogBehind, this.#log?.pending ?? 0);
    const mustPause = this.#isStuck || this.#isScreenBehind || this.#isLogBehind;
    if (mustPause === this.#isPaused) return;
    this.#isPaused = mustPause;
    if (mustPause) this.#pty.pause();
    else this.#pty.resume();
  }

  #sendSize(viewer: Viewer): void {
    viewer.notify({ type: 'size', ...this.#size, isOwner: this.#owner === viewer, hasOwner: this.#owner !== null });
  }
}
