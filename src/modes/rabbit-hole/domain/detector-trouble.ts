import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem } from '#session/protocol.ts';

import type { RabbitholeState } from './rabbithole-state.ts';

/** How the ids of these notes begin: a host may note troubles of its own. */
const NOTE = 'detector-trouble-';

/** Tells of trouble with looking for tangents: once a session for each reason, as far as its messages go back. */
export function noteTrouble(
  { session, state, newId }: ModeContext<RabbitholeState>,
  problem: Problem,
): readonly EventBody[] {
  const isKnown = session.messages.some(
    (message) => message.id.startsWith(NOTE) && message.problem?.reason === problem.reason,
  );
  // Nothing disturbs the talk in a hole; what stays is told after it.
  if (isKnown || state.openId !== null) return [];
  return [{ type: 'trouble_noted', messageId: `${NOTE}${newId}`, thread: TRUNK, problem }];
}
