import { refuse } from '#kernel/refusal.ts';
import type { Decision, ModeDomain } from '#session/domain/mode.ts';
import type { SessionState } from '#session/protocol.ts';

import { chatMessages } from '../../chat/domain/chat-messages.ts';
import type { TerminalStatus } from '../../protocol.ts';
import {
  foldTerminal,
  isChatCommand,
  needsPerson,
  type TerminalReport,
  type TerminalState,
  type TerminalTypes,
} from './terminal-state.ts';
import { folderTitle } from './terminal-title.ts';

const IN_WORDS: Readonly<Partial<Record<TerminalStatus, string>>> = {
  'set-up': 'Is being set up',
  'waiting-for-trust': 'Asks whether to trust the folder',
  'needs-permission': 'Asks for permission',
  'asks-a-question': 'Asks a question',
  retrying: 'Tries again',
  compacting: 'Makes its history shorter',
  suspended: 'Is suspended (Ctrl-Z)',
  rang: 'Rang',
  lost: 'Ended with the server',
};

/** Terminals on the spine. The log records runs and statuses; the recording holds the bytes. */
export const terminalMode: ModeDomain<TerminalTypes> = {
  fold: foldTerminal,
  messages: chatMessages,
  decide({ state }, command) {
    if (isChatCommand(command)) return decideChat(state);
    if (command.type !== 'user_message') return undefined;
    return refuse('in-the-terminal', 'Write to a program in its terminal.');
  },
  reported: ({ session, state }, report) => decideReport(session, state, report),
  allows: ['reports-when-complete'],
  summary(state) {
    const { status, detail, since, folder, exit, usage, permissions } = state;
    const prompt = permissions?.find(({ resolved }) => resolved === null)?.permissionId ?? null;
    const details = { status, detail, since, folder, exit, usage, prompt };
    return { needsYou: needsPerson(status), lastLine: lineOf(state), details };
  },
};

/** Chat commands act only on the program. The program reports their effects. */
function decideChat({ program, exit, run }: TerminalState): Decision {
  if (program.kind !== 'claude') return refuse('no-chat', 'What runs here has no chat. Type into the terminal.');
  if (run === 0 || exit !== null)
    return refuse('not-running', 'Claude Code does not run in this terminal. Start it again.');
  return { ok: true, events: [] };
}

/**
 * A run that ended by itself or was stopped completes the session until the next start. A lost run leaves it open, so
 * that it can be continued.
 */
function decideReport(session: SessionState, state: TerminalState, report: TerminalReport): Decision {
  if (report.type === 'chat') return { ok: true, events: report.events };
  if (report.type === 'started') {
    if (report.run <= state.run) return { ok: true, events: [] };
    const { type: _, ...started } = report;
    const again = session.status === 'open' ? [] : [{ type: 'session_resumed' as const }];
    return { ok: true, events: [...again, { type: 'terminal_run_started', ...started }] };
  }
  // The session is chosen before its run begins.
  if (report.type === 'claude-session') {
    const { claudeSession } = report;
    const isKnown = claudeSession === state.claudeSession;
    return { ok: true, events: isKnown ? [] : [{ type: 'claude_session_changed', claudeSession }] };
  }
  // Also recorded while nothing runs: it applies to the next start.
  if (report.type === 'library-closed') {
    const { run, reason } = report;
    const isOpen = state.library?.closed === null && run === state.run;
    return { ok: true, events: isOpen ? [{ type: 'library_closed', reason }] : [] };
  }
  if (report.run !== state.run || state.exit !== null) return { ok: true, events: [] };
  if (report.type === 'ended') {
    const events = [{ type: 'terminal_run_ended' as const, run: report.run, ...report.exit }];
    return report.exit.reason === 'lost' ? { ok: true, events } : { ok: true, events, follows: 'end-session' };
  }
  if (report.type === 'title') {
    // A title that the person set is not replaced.
    const isUnnamed = session.title === folderTitle(state.folder) || session.title === report.before;
    const { title } = report;
    return { ok: true, events: isUnnamed && title !== session.title ? [{ type: 'title_changed', title }] : [] };
  }
  if (report.type === 'usage') {
    const isKnown = JSON.stringify(report.usage) === JSON.stringify(state.usage);
    return { ok: true, events: isKnown ? [] : [{ type: 'usage_changed', usage: report.usage }] };
  }
  if (report.type === 'permission-mode') {
    const { permissionMode } = report;
    const isKnown = permissionMode === state.permissionMode;
    return { ok: true, events: isKnown ? [] : [{ type: 'permission_mode_changed', permissionMode }] };
  }
  const { status, detail, line } = report;
  const isSame = status === state.status && detail === state.detail && (line === null || line === state.line);
  return { ok: true, events: isSame ? [] : [{ type: 'terminal_status', status, detail, line }] };
}

function lineOf({ status, detail, line, exit }: TerminalState): string | null {
  if (exit) return exit.message ?? exitInWords(exit);
  const words = IN_WORDS[status];
  if (words !== undefined) return detail === null ? words : `${words}: ${detail}`;
  return line;
}

function exitInWords({ exitCode, signal, reason }: NonNullable<TerminalState['exit']>): string {
  if (reason === 'lost') return 'Ended with the server';
  if (reason === 'stopped') return 'Stopped';
  if (signal !== null) return `Ended by signal ${signal}`;
  return `Exit ${exitCode ?? 'unknown'}`;
}
