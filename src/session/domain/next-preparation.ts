import type { ModeId, SessionState } from '../protocol.ts';
import type { ModeDomains } from './mode.ts';

interface Preparation {
  readonly messageId: string;
  readonly mode: ModeId;
}

/**
 * The message to be prepared next: the turn's, or one that no turn waits for; null where nothing is to be done. What was
 * said on the trunk stays as it is for as long as a mode inside is active. `isLeaving`: that one is about to be left, and a
 * turn in it that has not begun to be answered never will be.
 */
export function nextPreparation(session: SessionState, modes: ModeDomains, isLeaving = false): Preparation | null {
  const { turn, status, stack } = session;
  const isGivenUp = isLeaving && stack.length > 1 && turn !== null && modes[turn.mode]?.answersAtOnce === true;
  if (turn?.replyId === null && !isGivenUp) return turn;
  if (status === 'complete') return null;
  if (!turn && stack.length === 1) return unprepared(session, modes);
  const inside = unpreparedInside(session, modes);
  return inside && isSaidDuringReply(session, inside.messageId) ? null : inside;
}

/** What was said while a reply came may repeat it: what that reply says is known once it is over. */
function isSaidDuringReply({ messages, turn }: SessionState, messageId: string): boolean {
  const reply = messages.find(({ id }) => id === turn?.replyId);
  const said = messages.find(({ id }) => id === messageId);
  return reply !== undefined && said !== undefined && reply.thread === said.thread && said.seq > reply.seq;
}

/** A message that a mode has not read yet, whether or not its turn has come. */
export function unprepared(session: SessionState, modes: ModeDomains): Preparation | null {
  return first(session, (mode, state) => modes[mode]?.unprepared?.(state));
}

/** The same of what was said in a mode inside another. */
export function unpreparedInside(session: SessionState, modes: ModeDomains): Preparation | null {
  return first(session, (mode, state) => modes[mode]?.unpreparedInside?.(state));
}

function first(
  { stack, modes }: SessionState,
  find: (mode: ModeId, state: object) => string | null | undefined,
): Preparation | null {
  for (const { mode } of stack) {
    const state = modes[mode] as object | undefined;
    const messageId = state ? (find(mode, state) ?? null) : null;
    if (messageId !== null) return { messageId, mode };
  }
  return null;
}
