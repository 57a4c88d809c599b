import type { RecorderState } from '../../recording/server/recorder.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';

export interface PtyCommand {
  /** An absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly size: ScreenSize;
}

export interface RecordingOptions {
  /** Ends in `.cast`. An existing recording is continued. */
  readonly file: string;
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface PtyExit {
  /** Null if it is unknown. */
  readonly exitCode: number | null;
  /** The number of the signal that ended it, or null. */
  readonly signal: number | null;
  /** It ended together with its host. */
  readonly isLost?: true;
}

/** A terminal that the host holds, whether its program runs or has ended. */
export interface HostedTerminal {
  readonly id: string;
  readonly pid: number;
  /** The text that was stored with it. */
  readonly meta: string;
  readonly size: ScreenSize;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Stored until the terminal is released. */
  readonly exit: PtyExit | null;
}

/** A position in the output of a terminal: the number of bytes and of changes of the size before it. */
export interface OutputPlace {
  readonly offset: number;
  readonly resizes: number;
}

/** The state from which a server continues a terminal. */
export interface PtyStart extends OutputPlace {
  readonly size: ScreenSize;
  /** The screen stored for that place; null for an empty one. */
  readonly screen: Uint8Array | null;
  /**
   * Whether the program wrote more without a server than the host keeps. The program then waits until the server has
   * read the screen from the recording, and calls `store` and `hold(false)`.
   */
  readonly isCut: boolean;
  /** The program's queries before this offset are answered. */
  readonly answeredTo: number;
  /** Bytes of output so far. An earlier server may already have processed output up to here. */
  readonly until: number;
}

export interface PtyListener {
  /** After `onExit`, only the state of the recording follows. */
  readonly onData: (bytes: Buffer) => void;
  /** The size that applies from this place in the output on. */
  readonly onResized: (size: ScreenSize) => void;
  readonly onExit: (exit: PtyExit) => void;
  readonly onRecording: (state: RecorderState) => void;
}

/**
 * A program in a pseudoterminal of the host. It leads a session of processes, whose id is its pid. The host records its
 * output, and holds the program while too much of it is neither shown nor recorded.
 */
export interface Pty extends Pick<HostedTerminal, 'id' | 'pid' | 'meta'> {
  readonly start: PtyStart;
  /** Delivers everything from the start on. Call it once. */
  listen(listener: PtyListener): void;
  write(bytes: Buffer | string): void;
  /** Types the terminal's answer, and in the same step records that all queries before the offset are answered. */
  answer(offset: number, reply: Buffer | string): void;
  resize(size: ScreenSize): void;
  /** Confirms that the screen shows the output before the offset. */
  shown(offset: number): void;
  /** Holds the program, or lets it continue. */
  hold(isHeld: boolean): void;
  /** Stores a packed screen for the next server. The host drops the output before its place. */
  store(place: OutputPlace, screen: Uint8Array): void;
  /** Replaces the text that is stored with it. */
  remember(meta: string): void;
  /** Resolves once the recording has all output so far, or has failed. After the end, resolves once it is closed. */
  flush(): Promise<void>;
  /** Stops listening, as if this server had stopped. The terminal can be attached again. */
  letGo(): void;
  /** Lets the host forget the terminal, once its end is recorded. */
  release(): void;
}

/** The separate process that holds the pseudoterminals of a data folder, and outlives the server. */
export interface PtyHost {
  /** Starts a program, and the host if none runs. Throws an AppError if another server has taken the host. */
  open(command: PtyCommand, options: { readonly recording: RecordingOptions; readonly meta: string }): Promise<Pty>;
  /** Lists the terminals of a running host. From then on the host ignores every other server. */
  list(): Promise<readonly HostedTerminal[]>;
  attach(id: string): Promise<Pty>;
  /** Ends a program with everything it started, and forgets it. */
  end(id: string): Promise<void>;
  /** Disconnects from the host. Programs continue. */
  close(): Promise<void>;
}
