import type { ModeId, SessionState } from '../protocol.ts';
import { activeMode } from './active-mode.ts';
import type { ModeDomains } from './mode.ts';

interface Preparation {
  readonly messageId: string;
  readonly mode: ModeId;
}

/** A mode without `prepared` begins its replies with the event that begins their turn. */
export function answersAtOnce(modes: ModeDomains, mode: ModeId): boolean {
  const domain = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  return domain !== undefined && domain.prepared === undefined;
}

/** The mode that prepares the messages of a mode: that mode itself, or the one below it. */
export function preparingMode({ stack }: SessionState, modes: ModeDomains, mode: ModeId): ModeId {
  if (!Object.hasOwn(modes, mode) || modes[mode]?.prepared !== 'below') return mode;
  const place = stack.findLastIndex((active) => active.mode === mode);
  return stack[place - 1]?.mode ?? mode;
}

/**
 * The message to prepare next: that of the turn, or one that no turn waits for; null if there is none. While a mode is
 * being left, a turn in it whose reply has not begun is dropped.
 */
export function nextPreparation(session: SessionState, modes: ModeDomains): Preparation | null {
  const { turn, status, stack } = session;
  const isDropped =
    session.ending !== undefined && stack.length > 1 && turn !== null && answersAtOnce(modes, turn.mode);
  if (turn?.replyId === null && !isDropped)
    return { messageId: turn.messageId, mode: preparingMode(session, modes, turn.mode) };
  if (status === 'complete') return null;
  if (!turn && stack.length === 1) return unprepared(session, modes);
  const inside = unpreparedInside(session, modes);
  return inside && isSaidDuringReply(session, inside.messageId) ? null : inside;
}

/** The message that is answered first after the inner modes are left, if it still has to be prepared. */
export function preparationBelow(session: SessionState, modes: ModeDomains): Preparation | null {
  const { waiting, stack, status } = session;
  if (status === 'complete' || stack.length === 1) return null;
  const { thread } = activeMode(session);
  const next = waiting.find((turn) => turn.thread !== thread && turn.continues === undefined);
  const mode = next && Object.hasOwn(modes, next.mode) ? modes[next.mode] : undefined;
  if (!next || typeof mode?.prepared !== 'function') return null;
  return (mode.isPrepared?.(session.modes[next.mode] as object, next.messageId) ?? true) ? null : next;
}

/** A message sent during a reply can repeat it. It is prepared after the reply is complete. */
function isSaidDuringReply({ messages, turn }: SessionState, messageId: string): boolean {
  const reply = messages.find(({ id }) => id === turn?.replyId);
  const said = messages.find(({ id }) => id === messageId);
  return reply !== undefined && said !== undefined && reply.thread === said.thread && said.seq > reply.seq;
}

/** A message that its mode has not prepared yet, whether or not its turn has come. */
export function unprepared(session: SessionState, modes: ModeDomains): Preparation | null {
  return first(session, (mode, state) => modes[mode]?.unprepared?.(state));
}

/** The same for messages sent in an inner mode. */
export function unpreparedInside(session: SessionState, modes: ModeDomains): Preparation | null {
  return first(session, (mode, state) => modes[mode]?.unprepared?.(state, 'inside'));
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
