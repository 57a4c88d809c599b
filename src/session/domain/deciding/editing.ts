import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { refuse } from '#kernel/refusal.ts';

import type { EarlierVersion, Message, SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { Command } from '../command.ts';
import { inConversationOrder } from '../conversation-order.ts';
import type { Decision } from '../mode.ts';
import { partsField } from '../parts.ts';
import { branchThread, TRUNK } from '../thread.ts';
import { decided, type DecisionContext, foldAll, modeNamed, resumed, sessionOver } from './decision-context.ts';
import { interruptTurn } from './replies.ts';

type Edit = Extract<Command, { type: 'edit_message' }>;

/**
 * Replaces the text of a message. The message and what follows it in the conversation move to a branch. A reply to one
 * of those messages is stopped first; a reply to an earlier message continues.
 */
export function editMessage(session: SessionState, edit: Edit, context: DecisionContext): Decision {
  const refused = refusedEdit(session, edit, context);
  if (refused) return refused;
  const { thread } = activeMode(session);
  const { turn } = session;
  const events = resumed(session);
  if (turn && followsFrom(session, edit.messageId).some(({ id }) => id === turn.messageId))
    events.push(...interruptTurn(session, turn, context));
  const moved = followsFrom(foldAll(session, events, context), edit.messageId);
  const fromSeq = moved[0]?.seq ?? 0;
  const branch = branchThread(context.newId);
  events.push({
    type: 'conversation_branched',
    messageId: edit.messageId,
    thread,
    branch,
    fromSeq,
    moved: moved.map(({ id }) => id),
  });
  const earlier: EarlierVersion = { thread: branch, fromSeq, answers: moved.filter(isAnswer).length };
  const content = cleanText(edit.content);
  // Its parts say where the message comes from; new words do not change that.
  const kept = partsField(moved[0]?.parts);
  events.push({ type: 'user_message', messageId: edit.id, thread, content, ...kept, earlier });
  return decided(events);
}

function refusedEdit(session: SessionState, { id, messageId, content }: Edit, context: DecisionContext) {
  if (session.status === 'complete') return sessionOver();
  const { mode, thread } = activeMode(session);
  if (thread !== TRUNK)
    return refuse(
      'mode-inside',
      'A conversation inside this one is open. Return from it first, then edit the message.',
    );
  if (!modeNamed(context, mode)?.allows?.includes('editing'))
    return refuse('not-editable', 'What was said here counts and cannot be edited. Say it anew below.');
  const message = session.messages.find((other) => other.id === messageId);
  if (message?.author !== 'person')
    return refuse('not-editable', 'Only a message of your own can be edited, and only one of the latest.');
  if (message.thread !== thread)
    return refuse('not-editable', 'This message belongs to an earlier version. Edit the one in the conversation.');
  if (isBlank(cleanText(content))) return refuse('empty-message', 'There is nothing to read in this message.');
  if (cleanText(content) === message.content)
    return refuse('unchanged', 'These are the same words. Change them first.');
  if (session.messages.some((other) => other.id === id))
    return refuse('id-taken', 'Another message has this id already.');
  return null;
}

/**
 * A message of the person and what follows it in its conversation. The state holds all later messages of the thread.
 */
function followsFrom({ messages }: SessionState, messageId: string): readonly Message[] {
  const thread = messages.find(({ id }) => id === messageId)?.thread;
  const ordered = inConversationOrder(messages.filter((message) => message.thread === thread));
  return ordered.slice(ordered.findIndex(({ id }) => id === messageId));
}

/** Whether something of a reply was shown. A reply in two parts counts once. */
function isAnswer({ author, content, parts, continues }: Message): boolean {
  return author === 'assistant' && continues === undefined && (content !== '' || parts !== undefined);
}
