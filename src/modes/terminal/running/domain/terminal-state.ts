import type { EventBody } from '#session/domain/event.ts';

import type { TerminalExit, TerminalStatus, TerminalUsage, TerminalView } from '../../protocol.ts';

/** Nothing of a terminal is hidden from its person. */
export interface TerminalState extends TerminalView {
  /** The latest line that its program said, for lists. */
  readonly line: string | null;
}

/** What the server half tells of the program. `run` names which one: what is told of an earlier one changes nothing. */
export type TerminalReport =
  /** What the chat has to tell: its own messages alone. */
  | { readonly type: 'chat'; readonly events: readonly EventBody[] }
  | { readonly type: 'started'; readonly run: number; readonly cols: number; readonly rows: number }
  | { readonly type: 'ended'; readonly run: number; readonly exit: TerminalExit }
  | { readonly type: 'claude-session'; readonly run: number; readonly claudeSession: string }
  | { readonly type: 'usage'; readonly run: number; readonly usage: TerminalUsage }
  | {
      readonly type: 'status';
      readonly run: number;
      readonly status: TerminalStatus;
      readonly detail: string | null;
      readonly line: string | null;
    };

export interface TerminalTypes {
  readonly state: TerminalState;
  readonly report: TerminalReport;
}
