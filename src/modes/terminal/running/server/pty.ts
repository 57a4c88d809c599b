import type { RecorderState } from '../../recording/server/recorder.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';

export interface PtyCommand {
  /** An absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly size: ScreenSize;
}

export interface RecordingOptions {
  /** Ends in `.cast`. A recording that is there is continued. */
  readonly file: string;
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface PtyExit {
  /** Null if it is unknown. */
  readonly exitCode: number | null;
  /** The number of the signal that ended it, or null. */
  readonly signal: number | null;
  /** It ended with its host. */
  readonly isLost?: true;
}

/** A terminal that the host holds, whether its program runs or has ended. */
export interface HostedTerminal {
  readonly id: string;
  readonly pid: number;
  /** What was given with it. */
  readonly meta: string;
  readonly size: ScreenSize;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Kept until the terminal is released. */
  readonly exit: PtyExit | null;
}

/** A position in the output of a terminal: the number of bytes and of changes of the size before it. */
export interface OutputPlace {
  readonly offset: number;
  readonly resizes: number;
}

/** The state that a server continues a terminal from. */
export interface PtyStart extends OutputPlace {
  readonly size: ScreenSize;
  /** As it was stored at that place; null for an empty one. */
  readonly screen: Uint8Array | null;
  /**
   * More was written without a server than the host keeps. The program waits until the server has read the screen from
   * the recording, and calls `store` and `hold(false)`.
   */
  readonly isCut: boolean;
  /** Questions of the program to its terminal before this offset are answered. */
  readonly answeredTo: number;
  /** Bytes of output so far. Output up to here may be known to an earlier server. */
  readonly until: number;
}

export interface PtyListener {
  /** Nothing comes after `onExit` but the state of the recording. */
  readonly onData: (bytes: Buffer) => void;
  /** The size from here on in the output. */
  readonly onResized: (size: ScreenSize) => void;
  readonly onExit: (exit: PtyExit) => void;
  readonly onRecording: (state: RecorderState) => void;
}

/**
 * A program in a pseudoterminal of the host. It leads a session of processes of its own, which has its pid as its
 * number. The host records it, and lets it wait while more than a little is neither shown nor recorded.
 */
export interface Pty extends Pick<HostedTerminal, 'id' | 'pid' | 'meta'> {
  readonly start: PtyStart;
  /** Everything from the start on. Call it once. */
  listen(listener: PtyListener): void;
  write(bytes: Buffer | string): void;
  /** Types the terminal's answer, and remembers in the same step that all questions before the offset are answered. */
  answer(offset: number, reply: Buffer | string): void;
  resize(size: ScreenSize): void;
  /** The output before the offset is on the screen. */
  shown(offset: number): void;
  /** The program waits until it is held no more. */
  hold(isHeld: boolean): void;
  /** Keeps a packed screen for the next server. Output before its position is dropped. */
  store(place: OutputPlace, screen: Uint8Array): void;
  /** Replaces what was given with it. */
  remember(meta: string): void;
  /** Resolves once the recording has everything that came so far, or cannot have it; after the end, once it is closed. */
  flush(): Promise<void>;
  /** It is heard no more, as if this server had stopped. It can be attached again. */
  letGo(): void;
  /** Its end is known: the host forgets it. */
  release(): void;
}

/** A process of its own that holds the pseudoterminals of a data folder, and outlives the server. */
export interface PtyHost {
  /** Starts a program, and the host where none runs. Throws an AppError where another server has taken the host. */
  open(command: PtyCommand, options: { readonly recording: RecordingOptions; readonly meta: string }): Promise<Pty>;
  /** The terminals of a host that runs. From then on it listens to no other server. */
  list(): Promise<readonly HostedTerminal[]>;
  attach(id: string): Promise<Pty>;
  /** Ends a program with everything that it started, and forgets it. */
  end(id: string): Promise<void>;
  /** Lets go of the host: programs go on. */
  close(): Promise<void>;
}
