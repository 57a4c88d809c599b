import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { refuse } from '#kernel/refusal.ts';

import type { SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../mode.ts';
import { decided, type DecisionContext, type Ground, over } from './decision-context.ts';
import { insteadOf, type Replies } from './replies.ts';

/** What the person does about the conversation, in whatever mode is on top. */
export function createSpeaking({ modes, situationOf }: Ground, { startReply }: Replies) {
  return { say, retry, goOn, resume };

  function say(session: SessionState, command: Extract<Command, { type: 'user_message' }>): Decision {
    if (session.status === 'complete') return over();
    const content = cleanText(command.content);
    if (isBlank(content)) return refuse('empty-message', 'There is nothing to read in this message.');
    if (session.messages.some((message) => message.id === command.id))
      return refuse('id-taken', 'Another message has this id already.');
    const { thread } = activeMode(session);
    if (command.thread !== undefined && command.thread !== thread)
      return refuse('thread-left', 'You were somewhere else when you wrote this. Say it here if it belongs here.');
    const message = { type: 'user_message', messageId: command.id, thread, content } as const;
    return decided(session.status === 'paused' ? [{ type: 'session_resumed' }, message] : [message]);
  }

  function retry(session: SessionState, context: DecisionContext): Decision {
    if (session.status === 'complete') return over();
    if (session.turn) return refuse('reply-under-way', 'A reply is under way already.');
    const { mode, thread } = activeMode(session);
    const last = session.messages.findLast((message) => message.thread === thread && message.author !== 'notice');
    if (last?.status !== 'interrupted' || last.replyTo === undefined)
      return refuse('nothing-to-retry', 'The last reply is complete.');
    const { replyTo } = last;
    // What was not read yet is read first: a reply answers what was found in the message.
    if (!(modes[mode]?.isPrepared?.(session.modes[mode] as object, replyTo) ?? true))
      return decided([{ type: 'turn_reopened', messageId: replyTo, thread }]);
    return decided([startReply(session, context, { mode, thread, replyTo, ...insteadOf(last) })]);
  }

  /** Goes on after a reply that its limit cut: what it said stands, the next reply says the rest. */
  function goOn(session: SessionState, context: DecisionContext): Decision {
    if (session.status === 'complete') return over();
    if (session.turn) return refuse('reply-under-way', 'A reply is under way already.');
    const { mode, thread } = activeMode(session);
    const last = session.messages.findLast((message) => message.thread === thread && message.author !== 'notice');
    if (last?.status !== 'interrupted' || last.replyTo === undefined)
      return refuse('nothing-to-continue', 'The last reply is complete.');
    if (last.reason !== 'limit')
      return refuse('nothing-to-continue', 'The last reply ended early for another reason than its limit. Retry it.');
    return decided([startReply(session, context, { mode, thread, replyTo: last.replyTo, continues: last.id })]);
  }

  function resume(session: SessionState, context: DecisionContext): Decision {
    if (session.status === 'complete') return over();
    if (session.status === 'open') return decided([]);
    const { mode, thread } = activeMode(session);
    // A reply under way says by itself where things stand, and so does one that can be tried again.
    const last = session.messages.findLast((message) => message.thread === thread && message.author !== 'notice');
    const isSaid = session.turn !== null || last?.status === 'interrupted';
    const content = isSaid ? null : (modes[mode]?.recap?.(situationOf(session, mode, context)) ?? null);
    const recap = content !== null && { recap: { messageId: context.newId, thread, content } };
    return decided([{ type: 'session_resumed', ...recap }]);
  }
}
