import type { RecorderState } from '../../recording/server/recorder.ts';
import { encodeDownFrame } from '../../screen/domain/frames.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import type { KeptScreen } from '../../screen/server/kept-screen.ts';
import type { CellSize, ScreenText } from '../../screen/server/screen-messages.ts';
import type { Screens } from '../../screen/server/screens.ts';
import type { OutputPlace, Pty, PtyExit } from './pty.ts';
import { type PackedAt, Viewer, type ViewerSocket } from './viewer.ts';

/**
 * Programs read Escape and the input right after it as one key. Other input that begins with Escape waits this long.
 */
const ALONE_MS = 100;

/** A window can change its size several times within this time; only the last size is applied. */
const FRAME_MS = 16;

const ESCAPE = '\u001B';

interface LiveTerminalOptions {
  readonly pty: Pty;
  readonly screens: Screens;
  /** The initial screen, where the host does not have it. */
  readonly screen?: Uint8Array | null;
  readonly onExit: (exit: PtyExit) => void;
  readonly onRecording?: (state: RecorderState) => void;
  /** Called with the screen's text, once it includes everything from before this server. */
  readonly onChanged?: (text: ScreenText) => void;
  /** Called when output keeps the screen busy without end. The terminal is then paused until somebody resumes it. */
  readonly onStuck?: () => void;
  /** The number of rows above the window that `onChanged` gets. */
  readonly above?: number;
}

interface Typed {
  readonly input: Buffer | string;
  /** For answers of the terminal: all queries before this offset are answered with it. Null for other input. */
  readonly answeredTo: number | null;
}

interface WindowSizeOptions {
  readonly cell?: CellSize | undefined;
  readonly isClaim: boolean;
  readonly isSeen?: boolean | undefined;
}

/** A window on a terminal, as seen by the transport. */
export interface ViewerHandle {
  confirm(bytes: number): void;
  input(bytes: Buffer): void;
  size(size: ScreenSize, options: WindowSizeOptions): void;
  /** Continues after the screen was stuck. */
  resume(): void;
  leave(): void;
}

/** A program in a pseudoterminal, with its screen and all its windows. */
export class LiveTerminal {
  readonly pid: number;
  readonly #pty: Pty;
  readonly #screen: KeptScreen;
  readonly #viewers = new Set<Viewer>();
  #size: ScreenSize;
  /** The window that decides on the size. */
  #owner: Viewer | null = null;
  /** Bytes of output since the start. `#resizes` counts changes of the size. */
  #offset: number;
  #resizes: number;
  /** The screen shows all output before this offset. */
  #shownTo: number;
  /** The place of the latest packed screen that the host has; null if it has none that is current. */
  #stored: OutputPlace | null;
  #recordingTrouble: string | null = null;
  #hasExited = false;
  /** Input that has not been passed on yet, in order. The text passed on before it was a single Escape. */
  #held: Typed[] = [];
  #escapedAt = Number.NEGATIVE_INFINITY;
  #isStuck = false;
  /** The latest size that was requested in the current frame. */
  #wanted: { readonly size: ScreenSize; readonly cell: CellSize | undefined } | null = null;
  #frame: NodeJS.Timeout | undefined;

  /** Called with all input, typed in a window or answered by the terminal itself. */
  onTyped: ((text: string) => void) | null = null;
  /** Called with output that no earlier server has processed. */
  onOutput: ((bytes: Uint8Array) => void) | null = null;
  /** Called with a new size. The program then repaints its screen. */
  onResized: (() => void) | null = null;

  constructor(options: LiveTerminalOptions) {
    const {
      pty,
      screens,
      onExit,
      onRecording = () => {},
      onChanged = () => {},
      onStuck = () => {},
      above = 0,
    } = options;
    const { offset, resizes, size, isCut, until } = pty.start;
    const packed = options.screen ?? pty.start.screen;
    this.#pty = pty;
    this.pid = pty.pid;
    this.#size = size;
    this.#offset = offset;
    this.#resizes = resizes;
    this.#shownTo = offset;
    this.#stored = isCut ? null : pty.start;
    this.#screen = screens.open(
      size,
      {
        onReply: (reply) => this.#typeInTurn({ input: reply, answeredTo: this.#shownTo }),
        onChanged: (text) => {
          if (this.#shownTo >= until) onChanged(text);
        },
        onWritten: (bytes) => {
          this.#shownTo += bytes;
          if (!this.#isStuck) pty.shown(this.#shownTo);
        },
        onStuck: () => {
          this.#pauseStuck();
          onStuck();
        },
        save: () => this.pack(),
      },
      { above, packed },
    );
    // The size at the end of a recording can differ.
    if (options.screen) this.#screen.resize(size);
    pty.listen({
      onData: (bytes) => this.#hear(bytes),
      onResized: (resized) => this.#hearSize(resized),
      onRecording,
      onExit: (exit) => {
        this.#hasExited = true;
        void this.#screen.rest();
        for (const viewer of this.#viewers) viewer.notify({ type: 'running', isRunning: false });
        onExit(exit);
      },
    });
    // The host holds the program until it has this screen.
    if (isCut)
      void this.pack()
        .catch(() => undefined)
        .then(() => !this.#isStuck && pty.hold(false));
  }

  /** Bytes of output since it started. */
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
    const viewer = new Viewer(socket, () => this.pack());
    this.#viewers.add(viewer);
    this.#sendSize(viewer);
    viewer.notify({ type: 'running', isRunning: this.isRunning });
    if (this.#isStuck) viewer.notify({ type: 'paused', isPaused: true });
    if (this.#recordingTrouble !== null) viewer.notify({ type: 'recording', trouble: this.#recordingTrouble });
    void viewer.showScreen();
    return {
      confirm: (bytes) => viewer.confirm(bytes),
      input: (bytes) => this.type(bytes),
      size: (size, { cell, isClaim, isSeen = true }) => {
        if (!isSeen) return this.#release(viewer);
        if (isClaim || this.#owner === null) this.#owner = viewer;
        if (this.#owner === viewer) this.resize(size, cell);
        else this.#sendSize(viewer);
      },
      resume: () => this.#resumeStuck(),
      leave: () => {
        this.#viewers.delete(viewer);
        this.#release(viewer);
      },
    };
  }

  #release(viewer: Viewer): void {
    if (this.#owner !== viewer) return;
    this.#owner = null;
    for (const each of this.#viewers) this.#sendSize(each);
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
    this.#screen.resize(this.#size, cell);
    const isSame = size.cols === this.#size.cols && size.rows === this.#size.rows;
    // Windows get the size once the host reports its place in the output.
    if (!isSame && this.isRunning) this.#pty.resize(size);
    else for (const viewer of this.#viewers) this.#sendSize(viewer);
  }

  #hearSize(size: ScreenSize): void {
    this.#size = size;
    this.#resizes += 1;
    this.#screen.resize(size);
    this.onResized?.();
    for (const viewer of this.#viewers) this.#sendSize(viewer);
  }

  /** Tells every window why the terminal is not recorded; null once it is. */
  reportRecording(trouble: string | null): void {
    if (trouble === this.#recordingTrouble) return;
    this.#recordingTrouble = trouble;
    for (const viewer of this.#viewers) viewer.notify({ type: 'recording', trouble });
  }

  type(input: Buffer | string): void {
    this.#typeInTurn({ input, answeredTo: null });
  }

  /** Resumes the program if it was suspended. */
  continue(): void {
    if (this.isRunning) process.kill(this.pid, 'SIGCONT');
  }

  /**
   * Returns the screen after all output so far. The host stores it for the next server, unless an answer to that output
   * is still waiting to be typed: the next server must then answer.
   */
  async pack(): Promise<PackedAt> {
    const place = { offset: this.#offset, resizes: this.#resizes };
    const packed = await this.#screen.pack();
    const stored = this.#stored;
    const isNews = stored === null || place.offset > stored.offset || place.resizes > stored.resizes;
    if (isNews && this.#held.every(({ answeredTo }) => answeredTo === null)) {
      this.#stored = place;
      this.#pty.store(place, packed);
    }
    return { offset: place.offset, packed };
  }

  /** Call it when the program continues without this server. Passes on waiting input, and stores the screen. */
  async detach(): Promise<void> {
    this.#passOnTyped({ isLast: true });
    await this.pack();
  }

  async read(scrollback: number) {
    const offset = this.#offset;
    return { offset, size: this.#size, ...(await this.#screen.read(scrollback)) };
  }

  /** Closes the screen. Open windows keep their content. */
  close(): void {
    clearTimeout(this.#frame);
    this.#screen.close();
    this.#viewers.clear();
  }

  /** Shows the screen from before the output that hangs it. The program is held, and the screen gets no output. */
  #pauseStuck(): void {
    this.#isStuck = true;
    this.#pty.hold(true);
    for (const viewer of this.#viewers) {
      viewer.notify({ type: 'paused', isPaused: true });
      void viewer.showScreen();
    }
  }

  /** Skips the output that could not be shown, and makes the program repaint its screen. */
  #resumeStuck(): void {
    if (!this.#isStuck) return;
    this.#isStuck = false;
    this.#shownTo = this.#offset;
    this.#pty.shown(this.#shownTo);
    for (const viewer of this.#viewers) {
      viewer.notify({ type: 'paused', isPaused: false });
      void viewer.showScreen();
    }
    const { cols, rows } = this.#size;
    for (const each of [rows - 1, rows]) if (this.isRunning) this.#pty.resize({ cols, rows: each });
    this.#pty.hold(false);
  }

  #typeInTurn(typed: Typed): void {
    this.onTyped?.(String(typed.input));
    this.#held.push(typed);
    if (this.#held.length === 1) this.#passOnTyped();
  }

  #passOnTyped({ isLast = false } = {}): void {
    for (let typed = this.#held[0]; typed !== undefined && this.isRunning; typed = this.#held[0]) {
      const { input, answeredTo } = typed;
      const text = String(input);
      const rest = this.#escapedAt + ALONE_MS - performance.now();
      if (text.startsWith(ESCAPE) && rest > 0 && !isLast) {
        setTimeout(() => this.#passOnTyped(), rest);
        return;
      }
      this.#held.shift();
      this.#escapedAt = text === ESCAPE ? performance.now() : Number.NEGATIVE_INFINITY;
      if (answeredTo === null) this.#pty.write(input);
      else this.#pty.answer(answeredTo, input);
    }
    this.#held = [];
  }

  /** Hands output to the screen and all windows. The host has already merged small pieces. */
  #hear(bytes: Buffer): void {
    const from = this.#offset;
    if (from >= this.#pty.start.until) this.onOutput?.(bytes);
    const frame = encodeDownFrame({ type: 'output', offset: from, bytes });
    this.#offset += bytes.length;
    if (this.#isStuck) return;
    // Queries that an earlier server answered are not answered again.
    const known = Math.min(bytes.length, Math.max(0, this.#pty.start.answeredTo - from));
    if (known > 0) this.#screen.write(new Uint8Array(bytes.subarray(0, known)), { isKnown: true });
    if (known < bytes.length) this.#screen.write(new Uint8Array(bytes.subarray(known)));
    for (const viewer of this.#viewers) viewer.output(frame);
  }

  #sendSize(viewer: Viewer): void {
    viewer.notify({ type: 'size', ...this.#size, isOwner: this.#owner === viewer, hasOwner: this.#owner !== null });
  }
}
