import type { LastEvaluation, RecallHidden, ReplyPlan } from './recall-state.ts';

/** A question of the tutor, with its reply and its outcome. */
export interface AskedQuestion extends ReplyPlan {
  readonly replyTo: string;
  readonly replyId: string;
  /** The id of the reply, cut by its limit, that this one continues. */
  readonly continues?: string;
  /** The seq at which its reply began. */
  readonly askedAt: number;
  /** The seq at which the first of consecutive questions about its point began. */
  readonly askedSince: number;
  /** Messages from this seq on were written after the person saw words of its reply; null while it has none. */
  readonly shownAt: number | null;
  /** The last message evaluated before the next question; null without one. */
  readonly answered: LastEvaluation | null;
  /** A point that this reply or a later one has to tell. */
  readonly toTell: string | null;
  /** Its reply was cut from the trunk. */
  readonly isAway?: boolean;
}

/** The number of earlier questions in the state, in case messages are cut from the trunk. */
const MAX_BEFORE = 12;

type StartedReply = Omit<AskedQuestion, 'askedSince' | 'shownAt' | 'answered' | 'toTell' | 'isAway'>;

type Questions = Pick<RecallHidden, 'questions'> | undefined;

export function lastQuestion(hidden: Questions): AskedQuestion | null {
  return hidden?.questions.at(-1) ?? null;
}

/** The last question whose reply had words, and which the person therefore saw. */
export function shownQuestion(hidden: Questions): (AskedQuestion & { readonly shownAt: number }) | null {
  return hidden?.questions.findLast(isShown) ?? null;
}

function isShown(question: AskedQuestion): question is AskedQuestion & { readonly shownAt: number } {
  return question.shownAt !== null;
}

export function lastEvaluation(hidden: Questions): LastEvaluation | null {
  return hidden?.questions.findLast(({ answered }) => answered !== null)?.answered ?? null;
}

/** The last evaluation, if it is of this message. */
export function evaluationOf(hidden: Questions, messageId: string): LastEvaluation | null {
  const evaluation = lastEvaluation(hidden);
  return evaluation?.messageId === messageId ? evaluation : null;
}

/** Adds a question. Of the earlier ones keeps the last one shown and the last one answered. */
export function withQuestion(hidden: RecallHidden, started: StartedReply): RecallHidden {
  const last = lastQuestion(hidden);
  const toTell = started.tellId ?? last?.toTell ?? null;
  const isSame = last !== null && last.probe?.pointId === started.probe?.pointId;
  const askedSince = isSame ? last.askedSince : started.askedAt;
  const next = { ...started, askedSince, shownAt: null, answered: null, toTell };
  const { questions, before = [] } = hidden;
  const kept = needed(questions);
  const left = questions.filter((question) => !kept.includes(question));
  return { ...hidden, questions: [...kept, next], before: [...before, ...left].slice(-MAX_BEFORE) };
}

function needed(questions: readonly AskedQuestion[]): readonly AskedQuestion[] {
  const kept = [questions.findLast(isShown), questions.findLast(({ answered }) => answered !== null)];
  return questions.filter((question) => kept.includes(question));
}

/** Whether a shown question remains if these messages are cut from the trunk. */
export function hasQuestionWithout(hidden: RecallHidden, moved: ReadonlySet<string>): boolean {
  return [...(hidden.before ?? []), ...hidden.questions].some(
    (question) => isShown(question) && !question.isAway && !moved.has(question.replyId),
  );
}

/** After messages were cut from the trunk (`isAway`) or restored: the last question is that of a reply on the trunk. */
export function withQuestionsMoved(hidden: RecallHidden, moved: ReadonlySet<string>, isAway: boolean): RecallHidden {
  const { questions, before = [] } = hidden;
  const all = [...before, ...questions]
    .map((question) => (moved.has(question.replyId) ? { ...question, isAway } : question))
    .map((question) => (moved.has(question.answered?.messageId ?? '') ? { ...question, answered: null } : question))
    .toSorted((one, other) => one.askedAt - other.askedAt);
  const there = all.filter((question) => !question.isAway);
  const last = there.slice(-1);
  const kept = [...needed(there.slice(0, -1)), ...last];
  return { ...hidden, questions: kept, before: all.filter((question) => !kept.includes(question)).slice(-MAX_BEFORE) };
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

/** Only the plan, which a retried reply keeps. */
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
    isAway: _________,
    ...plan
  } = question;
  return plan;
}
