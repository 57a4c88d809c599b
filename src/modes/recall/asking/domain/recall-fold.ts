import { withEntry, withoutEntry } from '#kernel/entries.ts';
import type { DetectedIn } from '#modes/rabbit-hole/protocol.ts';
import type { SaidHidden, SessionEvent } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';

import { foldCards, withCard, withoutCredit, withoutRecalled } from './cards/fold-cards.ts';
import { withReading, withRecalled, withTangent, withUnread } from './fold-answers.ts';
import { withEnd, withShown, withTelling, withTold } from './fold-replies.ts';
import { PROBLEM_INSIDE_ID, TUTOR_PROBLEM_ID, withProblem } from './problems.ts';
import { withLastQuestion, withQuestion, withQuestionsMoved } from './questions.ts';
import {
  type EvaluatedHidden,
  type RecallHidden,
  type RecallState,
  type ReopenedHidden,
  type ReplyPlan,
  type StartedHidden,
  type ToldHidden,
} from './recall-state.ts';

/** Folds a recall session, on the server and, without `hidden`, in the browser. */
export function foldRecall(state: RecallState | undefined, event: SessionEvent): RecallState | undefined {
  if (event.type === 'session_started') return 'pointIds' in event ? begin(event) : undefined;
  if (!state) return undefined;
  const shown = foldShown(isOnTrunk(event) ? foldCards(state, event) : state, event);
  return state.hidden ? { ...shown, hidden: foldHidden(state.hidden, event) } : shown;
}

function isOnTrunk(event: SessionEvent): boolean {
  return !('thread' in event) || event.thread === TRUNK;
}

function begin(event: Extract<SessionEvent, { pointIds: unknown }>): RecallState {
  const { setId, setIds = [setId], pointIds } = event;
  const shown: RecallState = {
    setId,
    setIds,
    pointIds,
    recalledIds: [],
    recalledBy: {},
    cards: [],
    selfCheck: null,
    selfCheckAnswers: {},
    tellingIds: [],
    overlay: false,
    overlayShown: false,
  };
  const started = event.hidden as StartedHidden | undefined;
  if (!started) return shown;
  const hidden: RecallHidden = {
    points: started.points,
    ...(started.sets && { sets: started.sets }),
    ...(started.hasModelTutor && { hasModelTutor: true }),
    progress: {},
    unread: [],
    toReadAgain: [],
    unreadInside: [],
    inside: NOTHING_INSIDE,
    insideSeenFrom: null,
    answering: [],
    help: [],
    questions: [],
    lastAnswer: null,
    tangentIn: null,
    cards: [],
    shownIds: [],
    notedTroubles: [],
  };
  const { messageId, seq } = event;
  const planned = withQuestion(hidden, { ...started.plan, replyTo: messageId, replyId: messageId, askedAt: seq });
  return { ...shown, hidden: withShown(planned, seq) };
}

const NOTHING_INSIDE = { recalledIds: [], lastRead: null, trouble: null };

function foldShown(state: RecallState, event: SessionEvent): RecallState {
  switch (event.type) {
    case 'point_recalled': {
      const { pointId, messageId } = event;
      const recalledBy = messageId === undefined ? state.recalledBy : { ...state.recalledBy, [pointId]: messageId };
      return { ...state, recalledIds: [...state.recalledIds, pointId], recalledBy };
    }
    case 'point_told':
      return event.isAnswer ? { ...state, tellingIds: [...state.tellingIds, event.messageId] } : state;
    case 'self_check_asked': {
      const { pointId, messageId } = event;
      return { ...state, selfCheck: { pointId, messageId } };
    }
    case 'self_check_answered': {
      const { messageId, isRecalled } = event;
      return { ...state, selfCheck: null, selfCheckAnswers: { ...state.selfCheckAnswers, [messageId]: isRecalled } };
    }
    case 'self_check_undone':
      return withoutAnswer(state, event);
    // A further message leaves a self-check unanswered.
    case 'user_message':
    case 'reply_started':
    case 'mode_entered':
      return state.selfCheck ? { ...state, selfCheck: null } : state;
    case 'hint_changed':
      return { ...state, nextHint: event.next };
    case 'session_complete_overlay':
      return { ...state, overlay: true, overlayShown: true };
    case 'overlay_dismissed':
      return { ...state, overlay: false };
    case 'session_complete':
      return { ...state, overlay: false, selfCheck: null };
    default:
      return state;
  }
}

/** The state as if the self-check had not been answered. */
function withoutAnswer(
  state: RecallState,
  { pointId, messageId }: Extract<SessionEvent, { type: 'self_check_undone' }>,
): RecallState {
  const { [messageId]: _, ...selfCheckAnswers } = state.selfCheckAnswers;
  return withoutCredit({ ...state, selfCheckAnswers }, pointId);
}

/** Messages in a rabbit hole are evaluated too, but do not affect the questions on the trunk. */
function foldInside(hidden: RecallHidden, event: SessionEvent & { thread: string }): RecallHidden {
  if (event.type === 'mode_entered') return { ...hidden, inside: NOTHING_INSIDE };
  if (event.type === 'reply_started') return { ...hidden, insideSeenFrom: null };
  if (event.type !== 'user_message') return hidden;
  const { messageId } = event;
  const sawReply = (event.hidden as SaidHidden | undefined)?.sawReply === true;
  return {
    ...hidden,
    insideSeenFrom: hidden.insideSeenFrom ?? (sawReply ? event.seq : null),
    unread: [...hidden.unread, messageId],
    unreadInside: [...hidden.unreadInside, messageId],
  };
}

function foldHidden(hidden: RecallHidden, event: SessionEvent): RecallHidden {
  if (event.type === 'conversation_branched')
    return withQuestionsMoved(hidden, new Set(event.moved), event.branch !== TRUNK);
  if ('thread' in event && event.thread !== TRUNK) return foldInside(hidden, event);
  switch (event.type) {
    case 'user_message':
      return withUnread(
        (event.hidden as SaidHidden | undefined)?.sawReply ? withShown(hidden, event.seq) : hidden,
        event,
      );
    case 'turn_reopened':
      // A hidden part marks the tutor's own turn, which answers no message.
      if (event.hidden !== undefined) return withOwnTurn(hidden, event.messageId, event.hidden as ReopenedHidden);
      return hidden.unread.includes(event.messageId)
        ? hidden
        : { ...hidden, unread: [...hidden.unread, event.messageId] };
    case 'help_requested':
      return { ...hidden, help: withEntry(hidden.help, { id: event.messageId, kind: event.kind }) };
    case 'message_evaluated':
      return withReading(hidden, event.messageId, event.hidden as EvaluatedHidden);
    case 'point_recalled':
      return withRecalled(hidden, event);
    case 'card_shown':
      return withCard(hidden, event);
    case 'card_answered':
      return withoutRecalled(
        hidden,
        event.answers.flatMap(({ pointId, isRecalled }) => (isRecalled ? [] : [pointId])),
      );
    case 'card_answer_undone':
    case 'self_check_undone':
      return withoutRecalled(hidden, [event.pointId]);
    case 'rabbithole_detected':
      return withTangent(hidden, event.hidden as DetectedIn);
    case 'trouble_noted': {
      if (event.messageId.startsWith(TUTOR_PROBLEM_ID))
        return { ...hidden, notedTroubles: withProblem(hidden.notedTroubles, event.problem) };
      const { trouble } = hidden.inside;
      // Inner modes report their own problems, which do not concern evaluation.
      if (!trouble || !event.messageId.startsWith(PROBLEM_INSIDE_ID)) return hidden;
      const notedTroubles = withProblem(hidden.notedTroubles, trouble);
      return { ...hidden, notedTroubles, inside: { ...hidden.inside, trouble: null } };
    }
    case 'reply_started': {
      const { messageId: replyId, replyTo, continues, seq } = event;
      const help = withoutEntry(hidden.help, replyTo);
      const plan = { ...(event.hidden as ReplyPlan), ...(continues !== undefined && { continues }) };
      const skipped = plan.skipped && { skipped: withEntry(hidden.skipped ?? [], { id: replyTo, ...plan.skipped }) };
      return withQuestion({ ...hidden, help, ...skipped }, { ...plan, replyTo, replyId, askedAt: seq });
    }
    case 'assistant_complete':
      return withTelling(withEnd(hidden, event), event);
    case 'assistant_interrupted':
      return withEnd(hidden, event);
    case 'point_told':
      return withTold(hidden, event.hidden as ToldHidden, event);
    default:
      return hidden;
  }
}

/** The tutor's own turn after a card or a self-check responds to the points that the person had. */
function withOwnTurn(hidden: RecallHidden, messageId: string, about: ReopenedHidden): RecallHidden {
  const { recalledId, recalledIds = recalledId === undefined ? [] : [recalledId] } = about;
  if (recalledIds.length === 0) return hidden;
  return withLastQuestion(hidden, { answered: { messageId, recalledIds, verdicts: [], feedback: '' } });
}
