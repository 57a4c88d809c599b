import type { LastEvaluation, RecallHidden, ReplyPlan } from './recall-state.ts';

/** A question of the tutor, with the reply that asks it and what came of it. */
export interface AskedQuestion extends ReplyPlan {
  readonly replyTo: string;
  readonly replyId: string;
  /** The reply, cut by its limit, that this one continues. */
  readonly continues?: string;
  /** The seq at which its reply began. */
  readonly askedAt: number;
  /** The seq at which the first of the questions in a row about its point began. */
  readonly askedSince: number;
  /** From this seq on, messages were written after seeing words of its reply; null while it has none. */
  readonly shownAt: number | null;
  /** The last message evaluated before the next question; null without one. */
  readonly answered: LastEvaluation | null;
  /** A point still to be told, by this reply or a later one. */
  readonly toTell: string | null;
}

type StartedReply = Omit<AskedQuestion, 'askedSince' | 'shownAt' | 'answered' | 'toTell'>;

type Questions = Pick<RecallHidden, 'questions'> | undefined;

export function lastQuestion(hidden: Questions): AskedQuestion | null {
  return hidden?.questions.at(-1) ?? null;
}

/** The last question whose reply had words. It was seen; no later one was. */
export function shownQuestion(hidden: Questions): (AskedQuestion & { readonly shownAt: number }) | null {
  return hidden?.questions.findLast(isShown) ?? null;
}

function isShown(question: AskedQuestion): question is AskedQuestion & { readonly shownAt: number } {
  return question.shownAt !== null;
}

export function lastEvaluation(hidden: Questions): LastEvaluation | null {
  return hidden?.questions.findLast(({ answered }) => answered !== null)?.answered ?? null;
}

/** The same, if it is about this message. */
export function evaluationOf(hidden: Questions, messageId: string): LastEvaluation | null {
  const evaluation = lastEvaluation(hidden);
  return evaluation?.messageId === messageId ? evaluation : null;
}

/** Adds a question. Of the earlier ones, the last one shown and the last one answered remain. */
export function withQuestion(hidden: RecallHidden, started: StartedReply): RecallHidden {
  const { questions } = hidden;
  const kept = [questions.findLast(isShown), questions.findLast(({ answered }) => answered !== null)];
  const last = lastQuestion(hidden);
  const toTell = started.tellId ?? last?.toTell ?? null;
  const isSame = last !== null && last.probe?.pointId === started.probe?.pointId;
  const askedSince = isSame ? last.askedSince : started.askedAt;
  const next = { ...started, askedSince, shownAt: null, answered: null, toTell };
  return { ...hidden, questions: [...questions.filter((question) => kept.includes(question)), next] };
}

export function withLastQuestion(
  hidden: RecallHidden,
  change: Partial<Pick<AskedQuestion, 'shownAt' | 'answered' | 'toTell'>>,
): RecallHidden {
  const last = lastQuestion(hidden);
  return last ? { ...hidden, questions: hidden.questions.with(-1, { ...last, ...change }) } : hidden;
}

export function withEvaluation(
  hidden: RecallHidden,
  change: (evaluation: LastEvaluation) => LastEvaluation,
): RecallHidden {
  const at = hidden.questions.findLastIndex(({ answered }) => answered !== null);
  const question = hidden.questions[at];
  if (!question?.answered) return hidden;
  return { ...hidden, questions: hidden.questions.with(at, { ...question, answered: change(question.answered) }) };
}

/** The plan alone, as a retried reply keeps it. */
export function planOf(question: AskedQuestion): ReplyPlan {
  const {
    replyTo: _,
    replyId: __,
    continues: ___,
    askedAt: ____,
    askedSince: _____,
    shownAt: ______,
    answered: _______,
    toTell: ________,
    ...plan
  } = question;
  return plan;
}
