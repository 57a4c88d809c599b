import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { refuse } from '#kernel/refusal.ts';

import type { Message, SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { Command } from '../command.ts';
import { lastSpoken } from '../conversation-order.ts';
import type { Decision } from '../mode.ts';
import { preparingMode } from '../next-preparation.ts';
import { decided, type DecisionContext, modeContext, modeNamed, resumed, sessionOver } from './decision-context.ts';
import { insteadOf, startReply } from './replies.ts';

export function addUserMessage(session: SessionState, command: Extract<Command, { type: 'user_message' }>): Decision {
  if (session.status === 'complete') return sessionOver();
  const content = cleanText(command.content);
  if (isBlank(content)) return refuse('empty-message', 'There is nothing to read in this message.');
  if (session.messages.some((message) => message.id === command.id))
    return refuse('id-taken', 'Another message has this id already.');
  const { thread } = activeMode(session);
  if (command.thread !== undefined && command.thread !== thread)
    return refuse('thread-left', 'You were somewhere else when you wrote this. Say it here if it belongs here.');
  const message = { type: 'user_message', messageId: command.id, thread, content } as const;
  return decided([...resumed(session), message]);
}

export function retryReply(session: SessionState, context: DecisionContext): Decision {
  if (session.status === 'complete') return sessionOver();
  if (session.turn) return refuse('reply-under-way', 'A reply is under way already.');
  const { mode, thread } = activeMode(session);
  const last = lastSpokenOn(session, thread);
  if (last?.status !== 'interrupted' || last.replyTo === undefined)
    return refuse('nothing-to-retry', 'The last reply is complete.');
  const { replyTo } = last;
  // A message that was not prepared is prepared first: a reply depends on the result.
  const preparing = preparingMode(session, context.modes, mode);
  if (!(modeNamed(context, preparing)?.isPrepared?.(session.modes[preparing] as object, replyTo) ?? true))
    return decided([{ type: 'turn_reopened', messageId: replyTo, thread }]);
  return decided([startReply(session, context, { mode, thread, replyTo, ...insteadOf(last) })]);
}

/** Continues a reply that its token limit cut: its text stays, and the next reply holds the rest. */
export function continueReply(session: SessionState, context: DecisionContext): Decision {
  if (session.status === 'complete') return sessionOver();
  if (session.turn) return refuse('reply-under-way', 'A reply is under way already.');
  const { mode, thread } = activeMode(session);
  const last = lastSpokenOn(session, thread);
  if (last?.status !== 'interrupted' || last.replyTo === undefined)
    return refuse('nothing-to-continue', 'The last reply is complete.');
  if (last.reason !== 'limit')
    return refuse('nothing-to-continue', 'The last reply ended early for another reason than its limit. Retry it.');
  return decided([startReply(session, context, { mode, thread, replyTo: last.replyTo, continues: last.id })]);
}

export function resumeSession(session: SessionState, context: DecisionContext): Decision {
  if (session.status === 'complete') return sessionOver();
  if (session.status === 'open') return decided([]);
  const { mode, thread } = activeMode(session);
  // No recap beside a reply under way or one that can be retried.
  const hasReply = session.turn !== null || lastSpokenOn(session, thread)?.status === 'interrupted';
  const content = hasReply ? null : (modeNamed(context, mode)?.recap?.(modeContext(session, mode, context)) ?? null);
  const recap = content !== null && { recap: { messageId: context.newId, thread, content } };
  return decided([{ type: 'session_resumed', ...recap }]);
}

function lastSpokenOn({ messages }: SessionState, thread: string): Message | undefined {
  return lastSpoken(messages.filter((message) => message.thread === thread));
}
