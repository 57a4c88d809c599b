import { refuse } from '#kernel/refusal.ts';

import type { Message, ModeId, SessionState, Turn } from '../../protocol.ts';
import type { Command } from '../command.ts';
import type { EventBody } from '../event.ts';
import type { Decision, FollowedEvent } from '../mode.ts';
import { answersAtOnce } from '../next-preparation.ts';
import { isEmpty, NOTHING_SHOWN, partsField } from '../parts.ts';
import { decided, type DecisionContext, foldAll, modeContext, modeNamed, withEventsAfter } from './decision-context.ts';

interface ReplyTurn {
  mode: ModeId;
  thread: string;
  replyTo: string;
  replaces?: string;
  continues?: string;
  /** A reply that was set aside: it is continued unless the mode plans something new. */
  setAside?: string;
}

type Interruption = Pick<
  Extract<Command, { type: 'interrupt_reply' }>,
  'content' | 'parts' | 'reason' | 'problem' | 'agent'
>;

/** Begins a reply, or ends the turn if its mode has none to give. */
export function startReply(session: SessionState, context: DecisionContext, reply: ReplyTurn): EventBody {
  const { mode, setAside, ...turn } = reply;
  const plan = modeNamed(context, mode)?.planReply?.(modeContext(session, mode, context), turn.replyTo);
  if (plan === null) return { type: 'turn_ended', messageId: turn.replyTo, thread: turn.thread };
  const continues = setAside !== undefined && !plan?.isNew ? { continues: setAside } : {};
  const hidden = plan && { hidden: plan.hidden };
  return { type: 'reply_started', messageId: context.newId, ...turn, ...continues, ...hidden };
}

/** Interrupts the turn under way. Without `how` the person stopped it, and the shown text stays. */
export function interruptTurn(
  session: SessionState,
  turn: Turn,
  context: DecisionContext & { readonly how?: Interruption },
): EventBody[] {
  const how = context.how ?? { ...context.shown, reason: 'stopped' };
  if (turn.replyId === null) {
    const before = earlierTry(session, turn.messageId);
    // The text shown belongs to another turn.
    if (!before) return [interrupted(turn, context, { ...how, ...NOTHING_SHOWN })];
    const { id, content, parts = [] } = before;
    return [interrupted({ ...turn, replyId: id }, context, { ...how, content, parts })];
  }
  return withEventsAfter(session, interrupted(turn, context, how), context);
}

export function completeReply(
  session: SessionState,
  report: Extract<Command, { type: 'complete_reply' }>,
  context: DecisionContext,
): Decision {
  const { turn } = session;
  if (!turn || turn.replyId !== report.messageId) return staleReply();
  const { messageId, content, parts, agent } = report;
  const complete: FollowedEvent = {
    type: 'assistant_complete',
    messageId,
    thread: turn.thread,
    content,
    ...partsField(parts),
    ...(agent !== undefined && { agent }),
  };
  return decided(withEventsAfter(session, complete, context));
}

export const staleReply = () => refuse('stale', 'This reply is over already.');

/** The reply that a turn begins with, after earlier ones to the same message. */
export function replyOf(session: SessionState, { mode, thread, messageId: replyTo, continues }: Turn): ReplyTurn {
  const reply = { mode, thread, replyTo };
  const cut = session.messages.find(({ id }) => id === continues) ?? null;
  const isBlank = cut !== null && isEmpty({ content: cut.content, parts: cut.parts ?? [] });
  const before = cut === null ? earlierTry(session, replyTo) : isBlank ? cut : null;
  if (before) return { ...reply, ...insteadOf(before) };
  return cut ? { ...reply, setAside: cut.id } : reply;
}

/** `events`, and the cut of a reply under way if they enter an inner mode: no reply streams on a thread below. */
export function withReplySetAside(
  session: SessionState,
  events: readonly EventBody[],
  context: DecisionContext,
): readonly EventBody[] {
  const { turn } = session;
  if (!turn || turn.replyId === null || !events.some(({ type }) => type === 'mode_entered')) return events;
  const entered = foldAll(session, events, context);
  return [...events, ...interruptTurn(entered, turn, { ...context, how: { ...context.shown, reason: 'set-aside' } })];
}

/** `events`, and the reply that begins with them where the turn's mode prepares nothing. */
export function withImmediateReply(
  session: SessionState,
  events: readonly EventBody[],
  context: DecisionContext,
): readonly EventBody[] {
  const next = foldAll(session, events, context);
  const { turn } = next;
  if (turn?.replyId !== null || !answersAtOnce(context.modes, turn.mode)) return events;
  if (next.ending) return events;
  return [...events, startReply(next, context, replyOf(next, turn))];
}

/** The last reply to a message, where it was interrupted: its turn was reopened. */
function earlierTry({ messages }: SessionState, replyTo: string): Message | undefined {
  const last = messages.findLast((message) => message.author === 'assistant' && message.replyTo === replyTo);
  return last?.status === 'interrupted' ? last : undefined;
}

/** The fields of a reply that replaces an interrupted one. */
export function insteadOf({ id, continues }: Message): Pick<ReplyTurn, 'replaces' | 'continues'> {
  return { replaces: id, ...(continues !== undefined && { continues }) };
}

function interrupted(turn: Turn, context: DecisionContext, how: Interruption): FollowedEvent {
  return {
    type: 'assistant_interrupted',
    // `newId` alone may be taken: a reply of the mode inside can begin with the same decision.
    messageId: turn.replyId ?? `cut-${context.newId}`,
    thread: turn.thread,
    content: how.content,
    ...partsField(how.parts),
    replyTo: turn.messageId,
    reason: how.reason,
    ...(how.problem && { problem: how.problem }),
    ...(how.agent !== undefined && { agent: how.agent }),
  };
}
