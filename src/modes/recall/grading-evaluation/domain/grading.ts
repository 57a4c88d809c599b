import type { SpokenMessage } from '#session/domain/spoken.ts';

import { creditable } from '../../asking/domain/credit.ts';
import type { Evaluation, Point } from '../../evaluator/domain/evaluation.ts';
import type { Outcome } from '../../evaluator/domain/outcome.ts';
import type { Label, LabelledAnswer } from './labelled-answer.ts';

/** The result for one labelled answer. */
export interface Grading {
  /** The best verdict over the references: expressed, else contradicted, else incorrect. */
  readonly prediction: Label;
  /** Whether a session would have credited any reference. */
  readonly credited: boolean;
  /** Of the deciding verdict. */
  readonly confidence: number;
  /** The best over the references: yes if one is credited, ask if the person may be asked about one. */
  readonly outcome: Outcome;
}

/** An answer that could not be evaluated credits nothing. */
export const failedGrading: Grading = { prediction: 'incorrect', credited: false, confidence: 0, outcome: 'no' };

/** The answer as a session would present it: after its question, with each reference as an unchecked point. */
export function asConversation({ question, references, answer }: LabelledAnswer): {
  readonly points: readonly Point[];
  readonly messages: readonly SpokenMessage[];
} {
  return {
    points: references.map(({ text }, index) => ({ id: `reference-${index + 1}`, text, context: '' })),
    messages: [
      { author: 'assistant', content: question },
      { author: 'person', content: answer },
    ],
  };
}

export function gradingOf(evaluation: Evaluation, answer: LabelledAnswer): Grading {
  const { points } = asConversation(answer);
  const credited = creditable(evaluation, answer.answer, points).length > 0;
  const isAsked = evaluation.verdicts.some(({ isUncertain }) => isUncertain === true);
  const common = { credited, outcome: credited ? 'yes' : isAsked ? 'ask' : 'no' } as const;
  const ofKind = (kind: string) => evaluation.verdicts.filter(({ verdict }) => verdict === kind);
  for (const [kind, prediction] of [
    ['expressed', 'correct'],
    ['contradicted', 'contradictory'],
  ] as const) {
    const found = ofKind(kind);
    if (found.length > 0) return { ...common, prediction, confidence: largest(found.map((each) => each.confidence)) };
  }
  return {
    ...common,
    prediction: 'incorrect',
    confidence: largest(evaluation.verdicts.map((each) => each.confidence)),
  };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
