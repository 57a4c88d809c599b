import type { LabelledAnswer } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';

import { seeded } from './chance.ts';

const MIN_WORDS = 4;

/**
 * The answers once more, held against right answers of others instead of the references: a right answer says what a
 * right answer says. So the trees see many more wordings of a point than there are references, and learn fewer by heart.
 */
export function withSubstitutes(
  answers: readonly LabelledAnswer[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly LabelledAnswer[] {
  const draw = seeded(seed);
  const byQuestion = Map.groupBy(answers, ({ question, references }) => JSON.stringify([question, references]));
  return [...byQuestion.values()].flatMap((all) => {
    const right = all.filter(({ label, answer }) => label === 'correct' && answer.split(/\s+/).length >= MIN_WORDS);
    const wordings = [...new Set(right.map(({ answer }) => answer))]
      .map((answer) => ({ answer, order: draw() }))
      .toSorted((one, other) => one.order - other.order)
      .slice(0, count);
    return wordings.flatMap(({ answer: wording }, index) =>
      all
        .filter(({ answer }) => answer !== wording)
        .map((each) => ({ ...each, id: `${each.id}/${index + 1}`, references: [{ text: wording }] })),
    );
  });
}
