import { assert } from '#kernel/assert.ts';
import type { SessionState } from '#session/protocol.ts';

import type { TerminalState } from '../domain/terminal-state.ts';

/** The state of the mode in a session of terminals. */
export function terminalState(session: SessionState): TerminalState {
  const state = session.modes['terminal'] as TerminalState | undefined;
  assert(state, 'a session of terminals has the state of that mode');
  return state;
}
