import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem, SessionState } from '#session/protocol.ts';

import type { ExplorerFailed, RabbitholeState } from './rabbithole-state.ts';

/** Prefix of the ids of these notes; hosts note problems of their own. */
const NOTE = 'detector-trouble-';

/** Reports a problem with detection, once per session and reason as far as its loaded messages tell. */
export function noteProblem(
  { session, state, newId }: ModeContext<RabbitholeState>,
  problem: Problem,
): readonly EventBody[] {
  // Nothing interrupts a hole; persistent problems are reported after it.
  if (isNoted(session, problem) || state.openId !== null) return [];
  return [{ type: 'trouble_noted', messageId: `${NOTE}${newId}`, thread: TRUNK, problem }];
}

/** Says in its hole why the embedded explorer answers, once per session and reason. */
export function noteExplorerFailure(
  { session, newId }: ModeContext<RabbitholeState>,
  { thread, problem }: ExplorerFailed,
): readonly EventBody[] {
  if (isNoted(session, problem)) return [];
  return [{ type: 'trouble_noted', messageId: `explorer-trouble-${newId}`, thread, problem }];
}

function isNoted({ messages }: SessionState, problem: Problem): boolean {
  return messages.some(
    (message) =>
      message.author === 'notice' &&
      (message.problem?.message === problem.message ||
        (message.id.startsWith(NOTE) && message.problem?.reason === problem.reason)),
  );
}
