import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { refuse } from '#kernel/refusal.ts';

import type { ModeId, SessionState, Turn } from '../protocol.ts';
import { activeMode } from './active-mode.ts';
import type { Command } from './command.ts';
import type { EventBody, SessionEvent } from './event.ts';
import type { Fold } from './fold.ts';
import type { Decision, ModeDomains, Situation } from './mode.ts';

interface DecisionContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly newId: string;
  /** The text so far of the reply under way, or empty: chunks are not part of the log. */
  readonly replyText: string;
}

export type Decide = (session: SessionState, command: Command, context: DecisionContext) => Decision;

const over = () => refuse('session-over', 'This session is over. Begin a new one to go on.');
const decided = (events: readonly EventBody[]): Decision => ({ ok: true, events });

/** What each command does to a session. Pure: the same state, command and context give the same events. */
export function createDecide(modes: ModeDomains, fold: Fold): Decide {
  function situationOf(session: SessionState, mode: ModeId, context: DecisionContext): Situation<object> {
    return { session, state: session.modes[mode] as object, now: context.now, newId: context.newId };
  }

  function after(session: SessionState, events: readonly EventBody[], now: number): SessionState {
    return events.reduce((state, body) => fold(state, record(body, state, now)), session);
  }

  function startReply(session: SessionState, context: DecisionContext, reply: ReplyTurn): EventBody {
    const { mode, ...turn } = reply;
    const plan = modes[mode]?.planReply?.(situationOf(session, mode, context), turn.replyTo);
    return { type: 'reply_started', messageId: context.newId, ...turn, ...(plan && { hidden: plan }) };
  }

  /** Cuts the turn under way, lets every mode add what its end means, and then nothing follows any more. */
  function endAfter(session: SessionState, events: readonly EventBody[], context: DecisionContext): Decision {
    const { turn } = session;
    const cut = turn ? [interrupted(turn, context, { content: context.replyText, reason: 'stopped' })] : [];
    const all = [...events, ...cut];
    const ending = after(session, all, context.now);
    for (const id of Object.keys(ending.modes) as ModeId[])
      all.push(...(modes[id]?.beforeEnd?.(situationOf(ending, id, context)) ?? []));
    return decided([...all, { type: 'session_complete' }]);
  }

  function say(session: SessionState, command: Extract<Command, { type: 'user_message' }>): Decision {
    if (session.status === 'complete') return over();
    const content = cleanText(command.content);
    if (isBlank(content)) return refuse('empty-message', 'There is nothing to read in this message.');
    if (session.messages.some((message) => message.id === command.id))
      return refuse('id-taken', 'Another message has this id already.');
    const { thread } = activeMode(session);
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
    return decided([startReply(session, context, { mode, thread, replyTo: last.replyTo, replaces: last.id })]);
  }

  function recordPreparation(
    session: SessionState,
    report: Extract<Command, { type: 'record_preparation' }>,
    context: DecisionContext,
  ): Decision {
    if (session.status === 'complete') return over();
    const { messageId, mode, result } = report;
    const found = modes[mode]?.prepared?.(situationOf(session, mode, context), messageId, result) ?? [];
    const { turn } = session;
    if (turn?.messageId !== messageId || turn.replyId !== null) return decided(found);
    const prepared = after(session, found, context.now);
    return decided([...found, startReply(prepared, context, { mode, thread: turn.thread, replyTo: messageId })]);
  }

  function completeReply(
    session: SessionState,
    report: Extract<Command, { type: 'complete_reply' }>,
    context: DecisionContext,
  ): Decision {
    const { turn } = session;
    if (!turn || turn.replyId !== report.messageId) return refuse('stale', 'This reply is over already.');
    const { messageId, content } = report;
    const complete: EventBody = { type: 'assistant_complete', messageId, thread: turn.thread, content };
    const next = after(session, [complete], context.now);
    return decided([complete, ...(modes[turn.mode]?.afterReply?.(situationOf(next, turn.mode, context)) ?? [])]);
  }

  return function decide(session, command, context) {
    const { turn } = session;
    if (isFromClient(command)) {
      const { mode } = activeMode(session);
      const own = modes[mode]?.decide?.(situationOf(session, mode, context), command);
      if (own) return own.ok && own.ends ? endAfter(session, own.events, context) : own;
    }
    switch (command.type) {
      case 'user_message':
        return say(session, command);
      case 'stop_reply':
        if (!turn) return refuse('nothing-to-stop', 'No reply is under way.');
        return decided([interrupted(turn, context, { content: context.replyText, reason: 'stopped' })]);
      case 'retry_reply':
        return retry(session, context);
      case 'leave_session':
        return decided(session.status === 'open' ? [{ type: 'session_paused' }] : []);
      case 'end_session':
        return session.status === 'complete' ? over() : endAfter(session, [], context);
      case 'record_preparation':
        return recordPreparation(session, command, context);
      case 'complete_reply':
        return completeReply(session, command, context);
      case 'interrupt_reply':
        if (!turn || turn.messageId !== command.replyTo) return refuse('stale', 'This reply is over already.');
        return decided([interrupted(turn, context, command)]);
      case 'change_title':
        return decided(command.title === session.title ? [] : [{ type: 'title_changed', title: command.title }]);
      default:
        // What is a mode's own, in a session or at a moment in which that mode does not answer it.
        return refuse('not-here', 'There is nothing here that this could apply to.');
    }
  };
}

interface ReplyTurn {
  mode: ModeId;
  thread: string;
  replyTo: string;
  replaces?: string;
}

function isFromClient(command: Command): command is Extract<Command, { session: string }> {
  return 'session' in command;
}

type Interruption = Pick<Extract<Command, { type: 'interrupt_reply' }>, 'content' | 'reason' | 'problem'>;

function interrupted(turn: Turn, context: DecisionContext, how: Interruption): EventBody {
  return {
    type: 'assistant_interrupted',
    messageId: turn.replyId ?? context.newId,
    thread: turn.thread,
    content: how.content,
    replyTo: turn.messageId,
    reason: how.reason,
    ...(how.problem && { problem: how.problem }),
  };
}

/** A body with its place in the log. */
export function record(body: EventBody, state: { session: string; head: number }, now: number): SessionEvent {
  return { ...body, session: state.session, seq: state.head + 1, at: now } as SessionEvent;
}
