import type { RecorderState } from '#modes/terminal/recording/server/recorder.ts';
import type { HostedTerminal, PtyCommand, PtyExit, RecordingOptions } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

/**
 * What a server and a host say to each other. A server speaks to hosts that an older one has started: fields are only
 * added, and messages that one side does not know are left out by it. What cannot be said so raises the number.
 */
export const HOST_PROTOCOL = 1;

export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly secret: string;
  /** The data folder's place on its disk: a copy of it has the same secret. */
  readonly folder: string;
  /** A server fences the one before it; who only looks does not. */
  readonly role: 'server' | 'observer';
  readonly waitMs?: number;
  /** When the server started, in ms since 1970. An older one does not take the terminals from a newer. */
  readonly startedAt?: number;
}

/** Answered in their order, each with its number. */
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
  /** The connection ends once all have ended. */
  | { readonly type: 'end-all' };

/** To one terminal. Bytes of `input` and `answer` are typed, those of `store` are a packed screen. */
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
  /** The bytes of this frame are a packed screen. */
  readonly hasScreen: boolean;
  /** Output before this offset is nowhere but in the recording. */
  readonly isCut: boolean;
  readonly answeredTo: number;
  readonly until: number;
}

export type FromHost =
  | { readonly type: 'hello'; readonly protocol: number; readonly version: string; readonly pid: number }
  /** Another server has come. */
  | { readonly type: 'fenced' }
  | { readonly type: 'answered'; readonly request: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly request: number; readonly message: string }
  | { readonly type: 'output'; readonly id: string }
  | { readonly type: 'resized'; readonly id: string; readonly size: ScreenSize }
  | { readonly type: 'recording'; readonly id: string; readonly state: RecorderState }
  | { readonly type: 'exit'; readonly id: string; readonly exit: PtyExit };
