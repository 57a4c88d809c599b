import { cleanText, DIRECTION_MARKS, hasNoDirectionMarks, isBlank } from '#kernel/clean-text.ts';
import { entryOf } from '#kernel/entries.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { lastSpoken } from '#session/domain/conversation-order.ts';
import { resumed } from '#session/domain/deciding/decision-context.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext, ModeDomain } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem, SessionCommand, SessionState } from '#session/protocol.ts';

import { type FoundPart, type HostProgress, type HostRules, MAX_TOPIC_CHARACTERS } from '../protocol.ts';
import { cutTangent, restoreTangent } from './cutting.ts';
import { type Depth, DETECTION_CONFIDENCE } from './detection.ts';
import { quotedTopic } from './quoted-topic.ts';
import { foldRabbithole } from './rabbithole-fold.ts';
import {
  type DetectedHidden,
  type EnteredHidden,
  type ExplorerFailed,
  type Observation,
  type RabbitholeState,
  type RabbitholeTypes,
} from './rabbithole-state.ts';

/** Id prefix of these notes; hosts report their own problems separately. */
const NOTE = 'detector-trouble-';

/** Returns the progress of the host's session; null if its mode hosts no rabbit holes. */
export type HostProgressOf = (session: SessionState) => HostProgress | null;

/**
 * Rabbit holes on the spine: detected beside the conversation, entered only by the person, and left to the place where
 * they began.
 */
export function createRabbitholeMode(
  progressOf: HostProgressOf,
  rulesOf: (session: SessionState) => HostRules | null = () => null,
): ModeDomain<RabbitholeTypes> {
  function decide(context: ModeContext<RabbitholeState>, command: SessionCommand): Decision | undefined {
    switch (command.type) {
      case 'enter_rabbithole':
        return enter(context, command);
      case 'open_rabbithole':
        return open(context, command);
      case 'exit_rabbithole':
        return exit(context, command);
      case 'cut_tangent': {
        const rules = rulesOf(context.session);
        if (!rules) return noHost();
        const topic = topicIn(command.topic);
        const refusal = refusedTopic(topic, 'Name the tangent first.');
        return refusal ?? cutTangent(context, { ...command, topic }, rules);
      }
      case 'restore_tangent':
        return restoreTangent(context, command.rabbitholeEventId);
      case 'decline_rabbithole': {
        const { prompt } = context.state;
        if (!prompt) return refuse('no-prompt', 'There is nothing to decline here.');
        return { ok: true, events: [{ type: 'rabbithole_declined', rabbitholeEventId: prompt.eventId }] };
      }
      default:
        return undefined;
    }
  }

  function enter(
    context: ModeContext<RabbitholeState>,
    { rabbitholeEventId: id, topic }: Extract<SessionCommand, { type: 'enter_rabbithole' }>,
  ): Decision {
    const found = context.state.hidden && entryOf(context.state.hidden.found, id);
    const refusal = whyNot(context, progressOf);
    if (refusal) return refusal;
    if (!found) return refuse('unknown-rabbithole', 'There is no such rabbit hole in this session.');
    if (found.topic !== topic)
      return refuse(
        'topic-differs',
        `That rabbit hole is about ${quotedTopic(found.topic)}. Load the page again, then enter it.`,
      );
    const isFirst = found.opening === null && context.state.holes.every((hole) => hole.id !== id);
    return goInto(context, { id, topic, origin: 'detected', triggerMessageId: '', isFirst });
  }

  function exit(
    { session, state }: ModeContext<RabbitholeState>,
    { id, findings = '' }: Extract<SessionCommand, { type: 'exit_rabbithole' }>,
  ): Decision {
    const hole = state.holes.find((each) => each.id === state.openId);
    if (!hole) return refuse('no-rabbithole', 'There is no rabbit hole to return from.');
    const events = resumed(session);
    const content = cleanText(findings);
    if (isBlank(content)) return { ok: true, events, follows: 'leave-mode' };
    if (!rulesOf(session)?.takesFindings)
      return refuse('no-findings', 'A rabbit hole leaves this session as it was. Return, then keep what you found.');
    const { id: holeId, topic } = hole;
    const part: FoundPart = { id: 'found', type: 'found-in-rabbithole', hole: holeId, topic };
    const found: EventBody = { type: 'user_message', messageId: id, thread: TRUNK, content, parts: [part] };
    return { ok: true, events, follows: 'leave-mode', afterLeaving: [found] };
  }

  function open(
    context: ModeContext<RabbitholeState>,
    command: Extract<SessionCommand, { type: 'open_rabbithole' }>,
  ): Decision {
    const { session, newId } = context;
    const topic = topicIn(command.topic);
    const refusal =
      whyNot(context, progressOf) ?? refusedTopic(topic, 'Select some words first: they name the rabbit hole.');
    if (refusal) return refusal;
    const isKnown = session.messages.some(({ id }) => id === command.messageId);
    // Older messages are only in the log.
    if (!isKnown && session.messages.length === session.messageCount)
      return refuse('unknown-message', 'There is no such message in this session.');
    const { messageId: triggerMessageId } = command;
    return goInto(context, { id: `hole-${newId}`, topic, origin: 'selected', triggerMessageId, isFirst: true });
  }

  function goInto(
    context: ModeContext<RabbitholeState>,
    { id, topic, isFirst, origin, triggerMessageId }: Way,
  ): Decision {
    const { session, newId } = context;
    const opening = isFirst ? { messageId: `opening-${newId}`, content: curiousTurn(topic) } : null;
    const opens = opening?.messageId ?? unanswered(context, id);
    const hidden: EnteredHidden = { origin, triggerMessageId, ...(opening && { opening }) };
    return {
      ok: true,
      events: [
        ...resumed(session),
        { type: 'mode_entered', mode: 'rabbit-hole', thread: id, ...(opens !== null && { opens }) },
        { type: 'rabbithole_entered', topic, hidden },
      ],
    };
  }

  function before({ session, state }: ModeContext<RabbitholeState>, end: string): readonly EventBody[] {
    if (end !== 'mode_left') return [];
    const hole = state.holes.find(({ id }) => id === state.openId);
    const { recalledInside = 0, isCompletionPending = false } = progressOf(session) ?? {};
    const progress = { pointsRecalledDuring: recalledInside, completionPending: isCompletionPending };
    return [{ type: 'rabbithole_exited', label: hole?.topic ?? '', ...progress }];
  }

  return {
    fold: foldRabbithole,
    decide,
    reported(context, report) {
      if ('restores' in report) return restoreTangent(context, report.restores);
      return {
        ok: true,
        events: 'thread' in report ? noteExplorerFailure(context, report) : observed(context, report),
      };
    },
    before,
  };
}

const topicIn = (words: string) => cleanText(words).replace(/\s+/gu, ' ').trim();

function refusedTopic(topic: string, ifEmpty: string): Refusal | null {
  if (!/[\p{L}\p{N}]/u.test(topic)) return refuse('empty-topic', ifEmpty);
  if (topic.length > MAX_TOPIC_CHARACTERS)
    return refuse('topic-too-long', `A topic has at most ${MAX_TOPIC_CHARACTERS} characters. Use fewer words.`);
  return hasNoDirectionMarks(topic) ? null : refuse('direction-marks', DIRECTION_MARKS);
}

const noHost = () => refuse('no-host', 'Rabbit holes cannot be opened in this session.');

interface Way {
  readonly id: string;
  readonly topic: string;
  readonly origin: EnteredHidden['origin'];
  /** Empty if the detection already has it. */
  readonly triggerMessageId: string;
  readonly isFirst: boolean;
}

/** The last message in a hole, or its opening, that is unanswered because the person left; null without one. */
function unanswered({ session, state }: ModeContext<RabbitholeState>, id: string): string | null {
  const { messages, messageCount } = session;
  const last = lastSpoken(messages.filter(({ thread }) => thread === id));
  if (last?.author === 'person') return last.id;
  if (last) return last.status === 'interrupted' && last.content === '' ? (last.replyTo ?? null) : null;
  const opening = state.hidden && entryOf(state.hidden.found, id)?.opening;
  return messages.length === messageCount ? (opening?.messageId ?? null) : null;
}

/** The reason why no hole can be entered now; null if one can. */
function whyNot({ session, state }: ModeContext<RabbitholeState>, progressOf: HostProgressOf): Refusal | null {
  if (!progressOf(session)) return noHost();
  if (session.status === 'complete') return refuse('session-over', 'This session is over. Begin a new one to go on.');
  if (state.openId === null) return null;
  const topic = state.holes.find(({ id }) => id === state.openId)?.topic ?? '';
  return refuse('rabbithole-open', `You are exploring ${quotedTopic(topic)} already. Return to the session first.`);
}

/**
 * The message to examine for a tangent. Only while it is being answered: a reloaded session does not examine old
 * messages.
 */
export function messageToExamine(session: SessionState, progressOf: HostProgressOf): string | null {
  const { turn, status } = session;
  const { hidden, openId, prompt } = session.modes['rabbit-hole'] as RabbitholeState;
  if (!progressOf(session)) return null;
  const candidate = hidden?.candidate ?? null;
  const mayAsk = openId === null && prompt === null && status === 'open';
  return mayAsk && candidate !== null && turn?.messageId === candidate ? candidate : null;
}

function observed(context: ModeContext<RabbitholeState>, result: Observation): readonly EventBody[] {
  const { messageId, found, problem } = result;
  return [...(problem ? noteProblem(context, problem) : []), ...(found ? detected(context, messageId, found) : [])];
}

/** A person who has moved on gets no invitation. */
function detected(
  { session, state, newId }: ModeContext<RabbitholeState>,
  messageId: string,
  { detection, cooldown, drawsOn }: NonNullable<Observation['found']>,
): readonly EventBody[] {
  if (state.hidden?.candidate !== messageId || session.status !== 'open') return [];
  if (state.openId !== null || state.prompt !== null) return [];
  const topic = cleanText(detection.topic).replace(/\s+/gu, ' ').trim().slice(0, MAX_TOPIC_CHARACTERS);
  if (!detection.isRabbithole || !isSure(detection.confidence) || isBlank(topic)) return [];
  const { confidence, relatedRecallPointIds } = detection;
  const depth = Math.min(3, Math.max(1, Math.round(detection.depth))) as Depth;
  const hidden: DetectedHidden = { depth, confidence, relatedRecallPointIds, triggerMessageId: messageId, cooldown };
  return [{ type: 'rabbithole_detected', topic, rabbitholeEventId: newId, ...(drawsOn && { drawsOn }), hidden }];
}

function isSure(confidence: number): boolean {
  return confidence >= DETECTION_CONFIDENCE && confidence <= 1;
}

/**
 * The turn that an explorer's first message answers. It is stored as the first turn of a hole and never shown as the
 * person's words.
 */
export function curiousTurn(topic: string): string {
  return `I’m curious about ${quotedTopic(topic)}. Tell me what is interesting about it.`;
}

/** Reports a problem with detection, once per session and reason as far as the loaded messages show. */
function noteProblem({ session, state, newId }: ModeContext<RabbitholeState>, problem: Problem): readonly EventBody[] {
  // Nothing interrupts a hole; persistent problems are reported after it.
  if (isNoted(session, problem) || state.openId !== null) return [];
  return [{ type: 'trouble_noted', messageId: `${NOTE}${newId}`, thread: TRUNK, problem }];
}

/** Notes in the hole why the embedded explorer answers, once per session and reason. */
function noteExplorerFailure(
  { session, newId }: ModeContext<RabbitholeState>,
  { thread, problem }: ExplorerFailed,
): readonly EventBody[] {
  if (isNoted(session, problem)) return [];
  return [{ type: 'trouble_noted', messageId: `explorer-trouble-${newId}`, thread, problem }];
}

function isNoted({ messages }: SessionState, problem: Problem): boolean {
  return messages.some(
    (message) =>
      message.author === 'notice' &&
      (message.problem?.message === problem.message ||
        (message.id.startsWith(NOTE) && message.problem?.reason === problem.reason)),
  );
}
