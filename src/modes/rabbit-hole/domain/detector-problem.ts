import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem } from '#session/protocol.ts';

import type { RabbitholeState } from './rabbithole-state.ts';

/** Prefix of the ids of these notes; hosts note problems of their own. */
const NOTE = 'detector-trouble-';

/** Reports a problem with detection, once per session and reason as far as its loaded messages tell. */
export function noteProblem(
  { session, state, newId }: ModeContext<RabbitholeState>,
  problem: Problem,
): readonly EventBody[] {
  const isKnown = session.messages.some(
    (message) =>
      message.author === 'notice' &&
      (message.problem?.message === problem.message ||
        (message.id.startsWith(NOTE) && message.problem?.reason === problem.reason)),
  );
  // Nothing interrupts a hole; persistent problems are reported after it.
  if (isKnown || state.openId !== null) return [];
  return [{ type: 'trouble_noted', messageId: `${NOTE}${newId}`, thread: TRUNK, problem }];
}
