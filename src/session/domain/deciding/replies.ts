import { refuse } from '#kernel/refusal.ts';

import type { Message, ModeId, SessionState, Turn } from '../../protocol.ts';
import type { Command } from '../command.ts';
import type { EventBody } from '../event.ts';
import type { Decision } from '../mode.ts';
import { TRUNK } from '../thread.ts';
import { decided, type DecisionContext, type Ground } from './decision-context.ts';

interface ReplyTurn {
  mode: ModeId;
  thread: string;
  replyTo: string;
  replaces?: string;
  continues?: string;
}

type Interruption = Pick<Extract<Command, { type: 'interrupt_reply' }>, 'content' | 'reason' | 'problem' | 'agent'>;

export type Replies = ReturnType<typeof createReplies>;

/** How a reply begins, and how it ends. */
export function createReplies({ modes, situationOf, after }: Ground) {
  return { startReply, interrupt, completeReply, withReplyAtOnce };

  function startReply(session: SessionState, context: DecisionContext, reply: ReplyTurn): EventBody {
    const { mode, ...turn } = reply;
    const plan = modes[mode]?.planReply?.(situationOf(session, mode, context), turn.replyTo);
    return { type: 'reply_started', messageId: context.newId, ...turn, ...(plan && { hidden: plan }) };
  }

  /** Cuts the turn under way; its mode adds what the words that were shown mean. Stopped by the person unless said. */
  function interrupt(
    session: SessionState,
    turn: Turn,
    context: DecisionContext & { readonly how?: Interruption },
  ): EventBody[] {
    const how = context.how ?? { content: context.replyText, reason: 'stopped' };
    const before = turn.replyId === null ? earlierTry(session, turn.messageId) : undefined;
    const cut = before
      ? interrupted({ ...turn, replyId: before.id }, context, { ...how, content: before.content })
      : interrupted(turn, context, how);
    if (turn.replyId === null) return [cut];
    const next = after(session, [cut], context);
    const own = modes[turn.mode]?.afterInterrupted?.(situationOf(next, turn.mode, context)) ?? [];
    return [cut, ...own, ...heardOutside(next, turn, context)];
  }

  /** What a reply that has just ended means to the modes that its own one is inside of. */
  function heardOutside(session: SessionState, { thread, replyId }: Turn, context: DecisionContext): EventBody[] {
    const reply = session.messages.find(({ id }) => id === replyId);
    if (!reply || thread === TRUNK) return [];
    return session.stack.flatMap(({ mode, thread: own }) =>
      own === thread ? [] : (modes[mode]?.afterReplyInside?.(situationOf(session, mode, context), reply) ?? []),
    );
  }

  function completeReply(
    session: SessionState,
    report: Extract<Command, { type: 'complete_reply' }>,
    context: DecisionContext,
  ): Decision {
    const { turn } = session;
    if (!turn || turn.replyId !== report.messageId) return refuse('stale', 'This reply is over already.');
    const { messageId, content, agent } = report;
    const spoken = { messageId, thread: turn.thread, content, ...(agent !== undefined && { agent }) };
    const complete: EventBody = { type: 'assistant_complete', ...spoken };
    const next = after(session, [complete], context);
    const own = modes[turn.mode]?.afterReply?.(situationOf(next, turn.mode, context)) ?? [];
    return decided([complete, ...own, ...heardOutside(next, turn, context)]);
  }

  /** A turn that needs no preparation begins to be answered with what began it. */
  function withReplyAtOnce(session: SessionState, events: readonly EventBody[], context: DecisionContext): EventBody[] {
    const next = after(session, events, context);
    const { turn } = next;
    if (turn?.replyId !== null || !modes[turn.mode]?.answersAtOnce) return [...events];
    if (context.isLeaving && next.stack.length > 1) return [...events];
    const { mode, thread, messageId: replyTo } = turn;
    return [...events, startReply(next, context, { mode, thread, replyTo })];
  }
}

/** The reply to a message that ended early, where its turn was opened again. */
export function earlierTry({ messages }: SessionState, replyTo: string): Message | undefined {
  const last = messages.findLast((message) => message.author === 'assistant' && message.replyTo === replyTo);
  return last?.status === 'interrupted' ? last : undefined;
}

/** A reply in the place of one that ended early. */
export function insteadOf({ id, continues }: Message): Pick<ReplyTurn, 'replaces' | 'continues'> {
  return { replaces: id, ...(continues !== undefined && { continues }) };
}

function interrupted(turn: Turn, context: DecisionContext, how: Interruption): EventBody {
  return {
    type: 'assistant_interrupted',
    // A reply of the mode inside may begin with the same decision.
    messageId: turn.replyId ?? `cut-${context.newId}`,
    thread: turn.thread,
    content: how.content,
    replyTo: turn.messageId,
    reason: how.reason,
    ...(how.problem && { problem: how.problem }),
    ...(how.agent !== undefined && { agent: how.agent }),
  };
}
