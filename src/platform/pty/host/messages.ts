import type { RecorderState } from '#modes/terminal/recording/server/recorder.ts';
import type { HostedTerminal, PtyCommand, PtyExit, RecordingOptions } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

/**
 * The protocol between servers and hosts. A server can talk to a host that an older server started, so fields are only
 * added, and each side ignores messages that it does not know. A change that this does not allow increases the number.
 */
export const HOST_PROTOCOL = 1;

export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly secret: string;
  /** The place of the data folder on its disk. A copy of the folder has the same secret. */
  readonly folder: string;
  /** A server fences the previous one; an observer fences nobody. */
  readonly role: 'server' | 'observer';
  readonly waitMs?: number;
  /** When the server started, in ms since 1970. An older server cannot take the terminals from a newer one. */
  readonly startedAt?: number;
}

/** Each request has a number, which its answer repeats. */
export type HostRequest =
  | {
      readonly type: 'open';
      readonly command: PtyCommand;
      readonly recording: RecordingOptions;
      readonly meta: string;
    }
  | { readonly type: 'list' }
  | { readonly type: 'attach'; readonly id: string }
  | { readonly type: 'flush'; readonly id: string }
  | { readonly type: 'end'; readonly id: string }
  /** The connection ends once all programs have ended. */
  | { readonly type: 'end-all' };

/** Orders to one terminal. Bytes of `input` and `answer` are typed; bytes of `store` are a packed screen. */
export type HostOrder =
  | { readonly type: 'input'; readonly id: string }
  | { readonly type: 'answer'; readonly id: string; readonly offset: number }
  | { readonly type: 'resize'; readonly id: string; readonly size: ScreenSize }
  | { readonly type: 'shown'; readonly id: string; readonly offset: number }
  | { readonly type: 'hold'; readonly id: string; readonly isHeld: boolean }
  | { readonly type: 'store'; readonly id: string; readonly offset: number; readonly resizes: number }
  | { readonly type: 'remember'; readonly id: string; readonly meta: string }
  | { readonly type: 'detach'; readonly id: string }
  | { readonly type: 'release'; readonly id: string };

export type ToHost = Hello | (HostRequest & { readonly request: number }) | HostOrder;

export interface Attached extends HostedTerminal {
  readonly offset: number;
  readonly resizes: number;
  /** The size at this offset. */
  readonly startSize: ScreenSize;
  /** Whether the bytes of this frame are a packed screen. */
  readonly hasScreen: boolean;
  /** Whether output before this offset is only in the recording. */
  readonly isCut: boolean;
  readonly answeredTo: number;
  readonly until: number;
}

export type FromHost =
  | { readonly type: 'hello'; readonly protocol: number; readonly version: string; readonly pid: number }
  /** Another server has taken over. */
  | { readonly type: 'fenced' }
  | { readonly type: 'answered'; readonly request: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly request: number; readonly message: string }
  | { readonly type: 'output'; readonly id: string }
  | { readonly type: 'resized'; readonly id: string; readonly size: ScreenSize }
  | { readonly type: 'recording'; readonly id: string; readonly state: RecorderState }
  | { readonly type: 'exit'; readonly id: string; readonly exit: PtyExit };
