import type { SessionCommand } from '#wire/up.ts';

import type { InterruptReason, ModeId, Problem } from '../protocol.ts';

/** What reactions report back. They come from the server itself and are not stored as commands. */
export type InternalCommand =
  /** The work before the reply to a message is done. */
  | { type: 'record_preparation'; messageId: string; mode: ModeId; result: unknown }
  /** A message was looked at beside its turn. */
  | { type: 'record_observation'; messageId: string; mode: ModeId; result: unknown }
  /** The session is about to end: what is active inside its mode is left, so that the rest can be read. */
  | { type: 'leave_for_end' }
  | { type: 'complete_reply'; messageId: string; content: string; agent?: string }
  /** The answer to `replyTo` ended early, in its preparation or in the middle of the reply. */
  | {
      type: 'interrupt_reply';
      replyTo: string;
      content: string;
      reason: InterruptReason;
      problem?: Problem;
      agent?: string;
    }
  | { type: 'change_title'; title: string }
  /** Nobody is here, and nothing has happened since `idleSince`: what has happened after all makes it come to nothing. */
  | { type: 'pause_idle'; idleSince: number }
  | { type: 'end_idle'; idleSince: number };

export type Command = SessionCommand | InternalCommand;
