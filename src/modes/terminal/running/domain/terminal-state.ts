import { assert } from '#kernel/assert.ts';
import type { EventBody, SessionEvent } from '#session/domain/event.ts';
import type { SessionCommand, SessionState } from '#session/protocol.ts';

import { foldPermissions } from '../../chat/domain/permission-fold.ts';
import type { ShownPermissionMode, TerminalExit, TerminalStatus, TerminalUsage, TerminalView } from '../../protocol.ts';

/** Earlier sessions are not searched for content that the log does not hold. */
const MAX_CLAUDE_SESSIONS = 50;

/** The state has no part that is hidden from the person. */
export interface TerminalState extends TerminalView {
  /** The latest line of the program's output, for lists. */
  readonly line: string | null;
}

/** Reports of the server half about the program. A report on an earlier `run` changes nothing. */
export type TerminalReport =
  | { readonly type: 'chat'; readonly events: readonly EventBody[] }
  | { readonly type: 'started'; readonly run: number; readonly cols: number; readonly rows: number }
  | { readonly type: 'ended'; readonly run: number; readonly exit: TerminalExit }
  | { readonly type: 'claude-session'; readonly run: number; readonly claudeSession: string }
  /** `before`: the previous title that the program reported in this run. */
  | { readonly type: 'title'; readonly run: number; readonly title: string; readonly before: string | null }
  | { readonly type: 'usage'; readonly run: number; readonly usage: TerminalUsage }
  | { readonly type: 'library-closed'; readonly run: number; readonly reason: 'stopped' | 'old-address' }
  | { readonly type: 'permission-mode'; readonly run: number; readonly permissionMode: ShownPermissionMode }
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

export type ChatCommand = Extract<SessionCommand, { type: 'chat_input' | 'interrupt' | 'answer_permission' }>;

/** Whether a command belongs to the chat. It acts on the program, which reports its effects. */
export function isChatCommand(command: { readonly type: string }): command is ChatCommand {
  return ['chat_input', 'interrupt', 'answer_permission'].includes(command.type);
}

const NEEDS_PERSON: readonly TerminalStatus[] = [
  'set-up',
  'waiting-for-trust',
  'needs-permission',
  'asks-a-question',
  'suspended',
  'rang',
];

/** Whether the program waits for the person to act. */
export const needsPerson = (status: TerminalStatus): boolean => NEEDS_PERSON.includes(status);

const AT_WORK: readonly TerminalStatus[] = [
  'starting',
  'thinking',
  'running-a-tool',
  'retrying',
  'compacting',
  'running',
];

export const isAtWork = (status: TerminalStatus): boolean => AT_WORK.includes(status);
export const hasEnded = (status: TerminalStatus): boolean => status === 'ended' || status === 'lost';

/**
 * Whether these events end the program's access to the library. Also checked at each start: the access can be stopped
 * after the program was given a token.
 */
export function losesLibrary(before: TerminalState, { library, run, exit }: TerminalState): boolean {
  if (library === null || (library.closed === null && exit === null)) return false;
  return library !== before.library || run !== before.run || exit !== before.exit;
}

export function terminalState(session: SessionState): TerminalState {
  const state = session.modes['terminal'] as TerminalState | undefined;
  assert(state, 'a session of terminals has the state of that mode');
  return state;
}

export function foldTerminal(state: TerminalState | undefined, event: SessionEvent): TerminalState | undefined {
  if (event.type === 'session_started' && event.mode === 'terminal' && 'folder' in event) {
    const { folder, program, billsKey, library, at } = event;
    return {
      folder,
      program,
      billsKey,
      library: library ? { ...library, closed: null } : null,
      run: 0,
      status: 'starting',
      detail: null,
      line: null,
      since: at,
      exit: null,
      usage: null,
      permissionMode: null,
      claudeSession: null,
      claudeSessions: [],
      permissions: [],
    };
  }
  if (!state) return state;
  switch (event.type) {
    case 'terminal_run_started': {
      const status = state.program.kind === 'claude' ? ('starting' as const) : ('running' as const);
      const of = { run: event.run, status, since: event.at };
      // Access that the person stopped stays stopped.
      const { library } = state;
      const opened = library?.closed === 'old-address' ? { ...library, closed: null } : library;
      return { ...state, ...of, library: opened, detail: null, exit: null, permissionMode: null, permissions: [] };
    }
    case 'terminal_run_ended': {
      const { exitCode, signal, reason, message } = event;
      const exit = { exitCode, signal, reason, ...(message !== undefined && { message }) };
      const status = reason === 'lost' ? 'lost' : 'ended';
      return { ...state, status, detail: null, since: event.at, exit, permissions: [] };
    }
    case 'terminal_status': {
      const { status, detail, line } = event;
      const since = status === state.status ? state.since : event.at;
      return { ...state, status, detail, since, line: line ?? state.line };
    }
    case 'usage_changed':
      return { ...state, usage: event.usage };
    case 'permission_mode_changed':
      return { ...state, permissionMode: event.permissionMode };
    case 'claude_session_changed': {
      const { claudeSession } = event;
      const earlier = state.claudeSessions.filter((each) => each !== claudeSession);
      return { ...state, claudeSession, claudeSessions: [...earlier, claudeSession].slice(-MAX_CLAUDE_SESSIONS) };
    }
    case 'library_closed':
      return { ...state, library: state.library && { ...state.library, closed: event.reason } };
    case 'permission_requested':
    case 'permission_resolved':
      return { ...state, permissions: foldPermissions(state.permissions, event) };
    default:
      return state;
  }
}
