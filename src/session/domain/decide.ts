import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { refuse } from '#kernel/refusal.ts';

import type { Message, ModeId, SessionState, Turn } from '../protocol.ts';
import { activeMode } from './active-mode.ts';
import type { Command } from './command.ts';
import type { EventBody, SaidHidden, SessionEvent } from './event.ts';
import type { Fold } from './fold.ts';
import type { Decision, ModeDomains, Situation } from './mode.ts';
import { unprepared } from './next-preparation.ts';

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
    const next = after(session, [cut], context.now);
    return [cut, ...(modes[turn.mode]?.afterInterrupted?.(situationOf(next, turn.mode, context)) ?? [])];
  }

  /** Cuts the turn under way, lets every mode add what its end means, and then nothing follows any more. */
  function endAfter(session: SessionState, events: readonly EventBody[], context: DecisionContext): Decision {
    const { turn } = session;
    const cut = turn ? interrupt(session, turn, context) : [];
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
    const before = earlierTry(session, messageId);
    const again = before && insteadOf(before);
    return decided([
      ...found,
      startReply(prepared, context, { mode, thread: turn.thread, replyTo: messageId, ...again }),
    ]);
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
    const next = after(session, [complete], context.now);
    return decided([complete, ...(modes[turn.mode]?.afterReply?.(situationOf(next, turn.mode, context)) ?? [])]);
  }

  return function decide(session, command, context) {
    const decision = answer(session, command, context);
    const isSeen = context.replyText !== '' && session.turn !== null;
    return decision.ok && isSeen ? { ...decision, events: decision.events.map(withSawReply) } : decision;
  };

  function answer(session: SessionState, command: Command, context: DecisionContext): Decision {
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
        return decided(interrupt(session, turn, context));
      case 'retry_reply':
        return retry(session, context);
      case 'continue_reply':
        return goOn(session, context);
      case 'resume_session':
        return resume(session, context);
      case 'leave_session':
        return decided(session.status === 'open' ? [{ type: 'session_paused' }] : []);
      case 'end_session':
        return session.status === 'complete' ? over() : endAfter(session, [], context);
      case 'pause_idle':
        if (session.status !== 'open' || session.turn || session.updatedAt > command.idleSince) return decided([]);
        return decided([{ type: 'session_paused' }]);
      case 'end_idle':
        // What was not read yet is read first: that is something that happens, so the end comes later.
        if (session.status === 'complete' || session.updatedAt > command.idleSince) return decided([]);
        if (unprepared(session, modes)) return decided([]);
        return endAfter(session, [], context);
      case 'record_preparation':
        return recordPreparation(session, command, context);
      case 'complete_reply':
        return completeReply(session, command, context);
      case 'interrupt_reply':
        if (!turn || turn.messageId !== command.replyTo) return refuse('stale', 'This reply is over already.');
        return decided(interrupt(session, turn, { ...context, how: command }));
      case 'change_title':
        return decided(command.title === session.title ? [] : [{ type: 'title_changed', title: command.title }]);
      default:
        // What is a mode's own, in a session or at a moment in which that mode does not answer it.
        return refuse('not-here', 'There is nothing here that this could apply to.');
    }
  }
}

/** Chunks are not part of the log: whether any had been shown is kept with what is said meanwhile. */
function withSawReply(body: EventBody): EventBody {
  return body.type === 'user_message' ? { ...body, hidden: { sawReply: true } satisfies SaidHidden } : body;
}

interface ReplyTurn {
  mode: ModeId;
  thread: string;
  replyTo: string;
  replaces?: string;
  continues?: string;
}

/** The reply to a message that ended early, where its turn was opened again. */
function earlierTry({ messages }: SessionState, replyTo: string): Message | undefined {
  const last = messages.findLast((message) => message.author === 'assistant' && message.replyTo === replyTo);
  return last?.status === 'interrupted' ? last : undefined;
}

/** A reply in the place of one that ended early. */
function insteadOf({ id, continues }: Message): Pick<ReplyTurn, 'replaces' | 'continues'> {
  return { replaces: id, ...(continues !== undefined && { continues }) };
}

function isFromClient(command: Command): command is Extract<Command, { session: string }> {
  return 'session' in command;
}

type Interruption = Pick<Extract<Command, { type: 'interrupt_reply' }>, 'content' | 'reason' | 'problem' | 'agent'>;

function interrupted(turn: Turn, context: DecisionContext, how: Interruption): EventBody {
  return {
    type: 'assistant_interrupted',
    messageId: turn.replyId ?? context.newId,
    thread: turn.thread,
    content: how.content,
    replyTo: turn.messageId,
    reason: how.reason,
    ...(how.problem && { problem: how.problem }),
    ...(how.agent !== undefined && { agent: how.agent }),
  };
}

/** A body with its place in the log. */
export function record(body: EventBody, state: { session: string; head: number }, now: number): SessionEvent {
  return { ...body, session: state.session, seq: state.head + 1, at: now } as SessionEvent;
}
