import type { InterruptReason, MessagePart, ModeId, Problem, SessionCommand } from '../protocol.ts';

/** Commands of the server itself, most of them the results of reactions. */
export type InternalCommand =
  | { type: 'record_preparation'; messageId: string; mode: ModeId; result: unknown }
  /** Ends the wait of an ending for evaluations. */
  | { type: 'finish_ending' }
  | {
      type: 'complete_reply';
      messageId: string;
      content: string;
      parts?: readonly MessagePart[];
      agent?: string;
    }
  /** The turn of `replyTo` ended early, during its preparation or its reply. */
  | {
      type: 'interrupt_reply';
      replyTo: string;
      content: string;
      parts?: readonly MessagePart[];
      reason: InterruptReason;
      problem?: Problem;
      agent?: string;
    }
  | { type: 'change_title'; title: string }
  /** The session has been idle since `idleSince`. Has no effect if an event was added since. */
  | { type: 'pause_idle'; idleSince: number }
  | { type: 'end_idle'; idleSince: number };

/** Something that a mode's server half reports at any time. Reports with the same id are applied once. */
export interface ModeReport {
  readonly type: 'mode_report';
  readonly mode: ModeId;
  readonly report: unknown;
}

export type Command = SessionCommand | InternalCommand | ModeReport;
