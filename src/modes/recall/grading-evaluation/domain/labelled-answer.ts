import { z } from 'zod';

import { LabelledDataError, readLabelledLines } from '#kernel/labelled-lines.ts';

export const labels = ['correct', 'contradictory', 'incorrect'] as const;
export type Label = (typeof labels)[number];

/** A graded answer to a question, with the points of a correct answer. */
const labelledAnswer = z.object({
  id: z.string().min(1),
  /** Its corpus, for separate figures. */
  corpus: z.string().optional(),
  question: z.string(),
  references: z.array(z.object({ text: z.string().min(1) })).min(1),
  answer: z.string(),
  label: z.enum(labels),
});
export type LabelledAnswer = z.infer<typeof labelledAnswer>;

/** Reads one JSON object per line. Throws a LabelledDataError that names the line and field. */
export function readLabelledAnswers(text: string): readonly LabelledAnswer[] {
  const choices = (field: string) => (field === 'label' ? `It is one of ${labels.join(', ')}.` : '');
  const answers = readLabelledLines(text, { row: labelledAnswer, choices });
  if (answers.length === 0) throw new LabelledDataError('There is no labelled answer in it.');
  return answers;
}
