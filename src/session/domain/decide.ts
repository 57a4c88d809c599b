import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { exhaustive } from '#kernel/exhaustive.ts';
import { refuse } from '#kernel/refusal.ts';

import type { SessionState } from '../protocol.ts';
import type { Command } from './command.ts';
import type { EventBody, SessionEvent } from './event.ts';
import type { Fold } from './fold.ts';
import type { AnyMode, Decision, ModeDomains, Situation } from './mode.ts';
import { TRUNK } from './thread.ts';

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
  function active(session: SessionState): { mode: AnyMode | undefined; thread: string; id: string } {
    const top = session.stack.at(-1) ?? { mode: session.mode, thread: TRUNK };
    return { mode: modes[top.mode], thread: top.thread, id: top.mode };
  }

  function situationOf(session: SessionState, context: DecisionContext): Situation<object> {
    const state = session.modes[active(session).id] as object;
    return { session, state, now: context.now, newId: context.newId };
  }

  function after(session: SessionState, events: readonly EventBody[], now: number): SessionState {
    return events.reduce((state, body) => fold(state, record(body, state, now)), session);
  }

  function startReply(session: SessionState, context: DecisionContext, turn: ReplyTurn): EventBody {
    const plan = active(session).mode?.planReply?.(situationOf(session, context), turn.replyTo);
    return { type: 'reply_started', messageId: context.newId, ...turn, ...(plan && { hidden: plan }) };
  }

  function recordPreparation(
    session: SessionState,
    messageId: string,
    input: { result: unknown; context: DecisionContext },
  ) {
    const { context, result } = input;
    const found = active(session).mode?.prepared?.(situationOf(session, context), messageId, result) ?? [];
    const { turn } = session;
    if (turn?.messageId !== messageId || turn.replyId !== null) return decided(found);
    const prepared = after(session, found, context.now);
    return decided([...found, startReply(prepared, context, { thread: turn.thread, replyTo: messageId })]);
  }

  return function decide(session, command, context) {
    const { mode, thread } = active(session);
    const situation = situationOf(session, context);
    if (isFromClient(command)) {
      const own = mode?.decide?.(situation, command);
      if (own) return own;
    }
    const { turn } = session;
    switch (command.type) {
      case 'user_message': {
        if (session.status === 'complete') return over();
        const content = cleanText(command.content);
        if (isBlank(content)) return refuse('empty-message', 'There is nothing to read in this message.');
        const message = { type: 'user_message', messageId: command.id, thread, content } as const;
        return decided(session.status === 'paused' ? [{ type: 'session_resumed' }, message] : [message]);
      }
      case 'stop_reply':
        if (!turn) return refuse('nothing-to-stop', 'No reply is under way.');
        return decided([
          interrupted(turn.replyId ?? context.newId, turn, { content: context.replyText, reason: 'stopped' }),
        ]);
      case 'retry_reply': {
        if (session.status === 'complete') return over();
        if (turn) return refuse('reply-under-way', 'A reply is under way already.');
        const last = session.messages.findLast((message) => message.thread === thread && message.author !== 'notice');
        if (last?.status !== 'interrupted' || last.replyTo === undefined)
          return refuse('nothing-to-retry', 'The last reply is complete.');
        return decided([startReply(session, context, { thread, replyTo: last.replyTo, replaces: last.id })]);
      }
      case 'leave_session':
        return decided(session.status === 'open' ? [{ type: 'session_paused' }] : []);
      case 'end_session': {
        if (session.status === 'complete') return over();
        const cut = turn
          ? [interrupted(turn.replyId ?? context.newId, turn, { content: context.replyText, reason: 'stopped' })]
          : [];
        return decided([...cut, ...(mode?.beforeEnd?.(situation) ?? []), { type: 'session_complete' }]);
      }
      case 'dismiss_overlay':
        return refuse('no-overlay', 'There is nothing to dismiss here.');
      case 'record_preparation':
        return recordPreparation(session, command.messageId, { result: command.result, context });
      case 'complete_reply': {
        if (!turn || turn.replyId !== command.messageId) return refuse('stale', 'This reply is over already.');
        const { messageId, content } = command;
        const complete: EventBody = { type: 'assistant_complete', messageId, thread: turn.thread, content };
        const next = after(session, [complete], context.now);
        return decided([complete, ...(mode?.afterReply?.(situationOf(next, context)) ?? [])]);
      }
      case 'interrupt_reply':
        if (!turn || turn.messageId !== command.replyTo) return refuse('stale', 'This reply is over already.');
        return decided([interrupted(turn.replyId ?? context.newId, turn, command)]);
      case 'change_title':
        return decided(command.title === session.title ? [] : [{ type: 'title_changed', title: command.title }]);
      case 'note_trouble':
        return decided([{ type: 'trouble_noted', messageId: context.newId, thread, problem: command.problem }]);
      default:
        return exhaustive(command);
    }
  };
}

interface ReplyTurn {
  thread: string;
  replyTo: string;
  replaces?: string;
}

function isFromClient(command: Command): command is Extract<Command, { session: string }> {
  return 'session' in command;
}

type Interruption = Pick<Extract<Command, { type: 'interrupt_reply' }>, 'content' | 'reason' | 'problem'>;

function interrupted(messageId: string, turn: { messageId: string; thread: string }, how: Interruption): EventBody {
  return {
    type: 'assistant_interrupted',
    messageId,
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
