import type { SessionEvent } from '#session/domain/event.ts';

import { foldPermissions } from '../../chat/domain/permission-fold.ts';
import type { TerminalState } from './terminal-state.ts';

/** Earlier ones are not looked into for what the log does not hold. */
const MAX_CLAUDE_SESSIONS = 50;

export function foldTerminal(state: TerminalState | undefined, event: SessionEvent): TerminalState | undefined {
  if (event.type === 'session_started' && event.mode === 'terminal' && 'folder' in event) {
    const { folder, program, billsKey, at } = event;
    return {
      folder,
      program,
      billsKey,
      run: 0,
      status: 'starting',
      detail: null,
      line: null,
      since: at,
      exit: null,
      usage: null,
      claudeSession: null,
      claudeSessions: [],
      permissions: [],
    };
  }
  if (!state) return state;
  switch (event.type) {
    case 'terminal_run_started': {
      const status = state.program.kind === 'claude' ? ('starting' as const) : ('running' as const);
      return { ...state, run: event.run, status, detail: null, since: event.at, exit: null, permissions: [] };
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
    case 'claude_session_changed': {
      const { claudeSession } = event;
      const earlier = state.claudeSessions.filter((each) => each !== claudeSession);
      return { ...state, claudeSession, claudeSessions: [...earlier, claudeSession].slice(-MAX_CLAUDE_SESSIONS) };
    }
    case 'permission_requested':
    case 'permission_resolved':
      return { ...state, permissions: foldPermissions(state.permissions, event) };
    default:
      return state;
  }
}
