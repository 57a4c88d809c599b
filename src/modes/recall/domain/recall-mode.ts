import { assert } from '#kernel/assert.ts';
import { refuse } from '#kernel/refusal.ts';
import type { EventBody, SessionEvent } from '#session/domain/event.ts';
import type { Decision, ModeDomain, ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, Problem, SessionState } from '#session/protocol.ts';
import type { SessionCommand } from '#wire/up.ts';

import { creditable, ratingOf, wasExposed, withOwnWords } from '../asking/domain/credit.ts';
import { nextPlan } from '../asking/domain/cue-ladder.ts';
import { requestHelp } from '../asking/domain/help.ts';
import { intentOf, intentOfHelp } from '../asking/domain/intent.ts';
import { isNoMiss } from '../asking/domain/no-miss.ts';
import { foldRecall } from '../asking/domain/recall-fold.ts';
import {
  type EvaluatedHidden,
  type Preparation,
  type PreparedReading,
  progressOf,
  type RecalledHidden,
  type ReopenedHidden,
  type RecallHidden,
  type RecallState,
  type RecallTypes,
  type ReplyPlan,
  unchecked,
  wasToldSinceAsked,
} from '../asking/domain/recall-state.ts';
import { isSmallTalk } from '../asking/domain/small-talk.ts';
import { isNews, TROUBLE_INSIDE, withoutSecrets } from '../asking/domain/trouble.ts';
import type { HelpKind } from '../asking/protocol.ts';
import { recapOf } from '../tutor/domain/recap.ts';
import { tellingEvents, tellingInside } from '../tutor/domain/reply-check/telling.ts';

/** Recall on the spine: what is known of each point, what was credited, what to ask next. */
export const recallMode: ModeDomain<RecallTypes> = {
  fold: foldRecall,
  decide,
  prepared,
  unprepared,
  unpreparedInside,
  isPrepared,
  planReply,
  afterReply,
  afterInterrupted,
  afterReplyInside,
  afterReturn,
  beforeEnd: troubleInside,
  recap: recapOf,
  needsYou,
};

function decide(context: ModeContext<RecallState>, command: SessionCommand): Decision | undefined {
  if (command.type === 'request_help')
    return isInside(context.session)
      ? refuse('not-here', 'The tutor waits where you left. Return to the session first.')
      : requestHelp(context, command);
  if (command.type !== 'dismiss_overlay') return undefined;
  const { state } = context;
  if (!state.overlay) return refuse('no-overlay', 'There is nothing to dismiss here.');
  const events: EventBody[] = [{ type: 'overlay_dismissed', choice: command.choice }];
  return command.choice === 'done' ? { ok: true, events, follows: 'end-session' } : { ok: true, events };
}

/** Credits what was read, each point once, whatever is read again after a crash. */
function prepared(context: ModeContext<RecallState>, _messageId: string, readings: Preparation): readonly EventBody[] {
  const events: EventBody[] = [];
  let { state } = context;
  for (const reading of readings) {
    if (!state.hidden?.unread.includes(reading.messageId)) continue;
    const found = readingEvents({ ...context, state }, reading);
    for (const body of found) state = foldRecall(state, body as SessionEvent) ?? state;
    events.push(...found);
  }
  const { session } = context;
  if (session.turn !== null || events.length === 0) return events;
  const read = { ...context, state };
  // Read too late for the return, it still moves what it would have moved then.
  if (!isInside(session) && wasSaidInside(context, readings)) return [...events, ...afterReturn(read)];
  // Nobody answers a message whose turn was cut short: what it completed shows at once.
  return [...events, ...overlayOf(read)];
}

function wasSaidInside({ state: { hidden } }: ModeContext<RecallState>, readings: Preparation): boolean {
  return readings.some(({ messageId }) => Object.hasOwn(hidden?.unreadInside ?? {}, messageId));
}

/** A rabbit hole is open: the trunk stands still. */
function isInside({ stack }: SessionState): boolean {
  return stack.length > 1;
}

function isCovered(state: RecallState): boolean {
  return state.recalledIds.length === state.pointIds.length;
}

function readingEvents({ session, state, newId }: ModeContext<RecallState>, reading: PreparedReading): EventBody[] {
  const { messageId } = reading;
  const hidden = state.hidden;
  assert(hidden, 'readings are recorded where the points are known');
  const message = session.messages.find(({ id }) => id === messageId);
  const content = message?.content ?? '';
  const saidAt = message?.seq ?? session.head;
  const noticeOf = (trouble: Problem, problem: Problem): EventBody[] => {
    if (!isNews(hidden.notedTroubles, trouble) || (message && message.thread !== TRUNK)) return [];
    const thread = message?.thread ?? session.turn?.thread ?? TRUNK;
    return [{ type: 'trouble_noted', messageId: `trouble-${newId}`, thread, problem }];
  };
  const isPlea = help(hidden, messageId) !== undefined || intentOf(content) !== 'answers';
  if ('failure' in reading) {
    const failure = withoutSecrets(reading.failure, secretsOf(state), 'The evaluator could not read it.');
    const found = { verdicts: [], feedback: '', failure, ...(isPlea && { isPlea }) } satisfies EvaluatedHidden;
    const told = unread(failure, 'A message could not be checked against your points.');
    return [{ type: 'message_evaluated', messageId, hidden: found }, ...noticeOf(failure, told)];
  }
  const open = unchecked(state);
  const { feedback, trouble } = reading.evaluation;
  const verdicts = withOwnWords(reading.evaluation.verdicts, content, open);
  const credited = creditable(reading.evaluation, content, open);
  const totalPoints = state.pointIds.length;
  const { rung = null, pointId = null } = answeredBy(hidden, messageId) ?? {};
  const said = { content, verdicts, recalledIds: credited.map(({ id }) => id) };
  const noMiss = !isPlea && rung !== null && pointId !== null && isNoMiss({ ...said, rung, pointId });
  const found = { verdicts, feedback, ...(trouble && { trouble }), ...(noMiss && { isNoMiss: true as const }) };
  return [
    { type: 'message_evaluated', messageId, hidden: found satisfies EvaluatedHidden },
    ...(trouble ? noticeOf(trouble, unread(trouble, 'A message was checked only in part.')) : []),
    ...credited.map(({ id, confidence, quote }, index): EventBody => {
      const progress = progressOf(hidden, id);
      const exposed = wasExposed(progress, saidAt) && { isExposed: true as const };
      const why: RecalledHidden = { messageId, confidence, quote, rating: ratingOf(progress, saidAt), ...exposed };
      const recalledCount = state.recalledIds.length + index + 1;
      return { type: 'point_recalled', pointId: id, recalledCount, totalPoints, hidden: why };
    }),
  ];
}

/** The person learns why, and what to do about it: the session goes on. */
function unread({ message, remedy, ...rest }: Problem, what: string): Problem {
  return {
    ...rest,
    message: `${what} ${message}`,
    remedy: `${remedy} Nothing is lost: say it again if a point should have counted.`,
  };
}

/** What no failure may repeat. */
function secretsOf(state: RecallState): readonly string[] {
  const reading = state.hidden?.lastReading;
  const notes = reading?.verdicts.map(({ observation }) => observation) ?? [];
  return [...unchecked(state).map(({ text }) => text), reading?.feedback ?? '', ...notes];
}

/** The question that a message was said after, until it is read. */
function answeredBy({ answering }: RecallHidden, messageId: string) {
  return Object.hasOwn(answering, messageId) ? answering[messageId] : undefined;
}

function help({ help: buttons }: RecallHidden, messageId: string): HelpKind | undefined {
  return Object.hasOwn(buttons, messageId) ? buttons[messageId] : undefined;
}

/** Messages whose reply was stopped before they were read are read all the same, one after the other. */
function unprepared({ hidden }: RecallState): string | null {
  return hidden?.unread[0] ?? null;
}

function unpreparedInside({ hidden }: RecallState): string | null {
  return hidden?.unread.find((id) => Object.hasOwn(hidden.unreadInside, id)) ?? null;
}

/** A message that nobody has read, or could read, is read before its reply is tried again. */
function isPrepared({ hidden }: RecallState, messageId: string): boolean {
  if (!hidden) return true;
  const { unread: waiting, lastReading } = hidden;
  return !waiting.includes(messageId) && !(lastReading?.messageId === messageId && lastReading.failure);
}

/** A reply tried again sets out to do what it did before: a retry is no failed answer. */
function planReply({ session, state }: ModeContext<RecallState>, replyTo: string): ReplyPlan {
  const { hidden } = state;
  assert(hidden, 'replies are planned where the points are known');
  const reading = hidden.lastReading?.messageId === replyTo ? hidden.lastReading : null;
  const isNowRead = hidden.lastPlan?.isUnread === true && reading !== null && !reading.failure;
  if (hidden.lastPlan?.replyTo === replyTo && !isNowRead) {
    const { replyTo: _, replyId: __, seq: ___, continues: ____, ...plan } = hidden.lastPlan;
    return plan;
  }
  const message = session.messages.find(({ id }) => id === replyTo);
  const asked = hidden.shownPlan?.probe?.pointId;
  const button = help(hidden, replyTo);
  const intent = button ? intentOfHelp(button) : intentOf(message?.content ?? '');
  // Whoever asks to be told means the point that was asked for, whatever cue has come since; once is enough.
  const meansIt = intent === 'asks-to-be-told' && asked !== undefined && reading?.askedFor === asked;
  const isUntold = asked !== undefined && progressOf(hidden, asked).toldBy === null;
  const saw = (message?.seq ?? 0) >= (hidden.shownPlan?.shownAt ?? 0);
  return nextPlan(hidden, unchecked(state), {
    intent,
    isSmallTalk: intent === 'answers' && isSmallTalk(message?.content ?? ''),
    verdict: reading?.verdicts.find((verdict) => verdict.id === asked)?.verdict ?? null,
    recalledSome: (reading?.recalledIds.length ?? 0) > 0,
    sawQuestion: saw || (meansIt && isUntold),
    isUnread: reading?.failure !== undefined,
  });
}

function afterReply(context: ModeContext<RecallState>): readonly EventBody[] {
  return [...tellingEvents(context, { isComplete: true }), ...overlayOf(context)];
}

/** What was shown was shown, also of a reply that was stopped; and what is covered is covered. */
function afterInterrupted(context: ModeContext<RecallState>): readonly EventBody[] {
  return [...tellingEvents(context, { isComplete: false }), ...overlayOf(context)];
}

/** Nothing interrupts a rabbit hole: what is covered meanwhile shows once it is left. */
function overlayOf({ session, state }: ModeContext<RecallState>): readonly EventBody[] {
  const isDue = isCovered(state) && !state.overlayShown && !isInside(session);
  return isDue ? [{ type: 'session_complete_overlay' }] : [];
}

/** What a rabbit hole's agent said of the points is no secret any more. */
function afterReplyInside(context: ModeContext<RecallState>, reply: Message): readonly EventBody[] {
  return tellingInside(context, reply);
}

/**
 * The tutor's last question stands again. A new one is asked only where its point is settled by now: recalled, or told
 * inside. What still waits on the trunk is answered first, and brings a question of its own.
 */
function afterReturn(context: ModeContext<RecallState>): readonly EventBody[] {
  const { session, state, newId } = context;
  const told = [...troubleInside(context), ...overlayOf(context)];
  const asked = state.hidden?.shownPlan?.probe?.pointId;
  if (!state.hidden || isCovered(state) || session.turn || asked === undefined) return told;
  const isSettled = state.hidden.inside.recalledIds.includes(asked) || wasToldSinceAsked(state.hidden);
  if (!isSettled) return told;
  const hidden: ReopenedHidden = { isOwn: true };
  return [...told, { type: 'turn_reopened', messageId: `return-${newId}`, thread: TRUNK, hidden }];
}

/** What could not be read in the hole is told once, where it disturbs no talk. */
function troubleInside({ state, newId }: ModeContext<RecallState>): EventBody[] {
  const { hidden } = state;
  const trouble = hidden?.inside.trouble;
  if (!hidden || !trouble || !isNews(hidden.notedTroubles, trouble)) return [];
  const problem = unread(trouble, 'Something you said in the rabbit hole could not be checked against your points.');
  return [{ type: 'trouble_noted', messageId: `${TROUBLE_INSIDE}${newId}`, thread: TRUNK, problem }];
}

function needsYou(state: RecallState): boolean {
  return state.overlay;
}
