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

export interface PtyExit {
  readonly exitCode: number;
  /** The number of the signal that ended it, or null. */
  readonly signal: number | null;
}

/** A program in a pseudoterminal. It leads a session of processes of its own, which has its pid as its number. */
export interface Pty {
  readonly pid: number;
  /** Nothing comes after `onExit`. */
  onData(listener: (bytes: Buffer) => void): void;
  onExit(listener: (exit: PtyExit) => void): void;
  write(bytes: Buffer | string): void;
  resize(size: ScreenSize): void;
  /** Output waits in the kernel, and the program with it. */
  pause(): void;
  resume(): void;
}

export type OpenPty = (command: PtyCommand) => Pty;
