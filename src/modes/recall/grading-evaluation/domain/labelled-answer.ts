import { z } from 'zod';

export const labels = ['correct', 'contradictory', 'incorrect'] as const;
export type Label = (typeof labels)[number];

/** One graded answer to a question, with the points that a right answer would make. */
const labelledAnswer = z.object({
  id: z.string().min(1),
  /** Where it is from, for figures apart. */
  corpus: z.string().optional(),
  question: z.string(),
  references: z.array(z.object({ text: z.string().min(1) })).min(1),
  answer: z.string(),
  label: z.enum(labels),
});
export type LabelledAnswer = z.infer<typeof labelledAnswer>;

/** The file cannot be graded as it is: says where and why. */
export class LabelledAnswersError extends Error {
  override readonly name = 'LabelledAnswersError';
}

/** Reads one JSON object a line. Throws a LabelledAnswersError that names the line and the field at fault. */
export function readLabelledAnswers(text: string): readonly LabelledAnswer[] {
  const lineOf = new Map<string, number>();
  const answers: LabelledAnswer[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (raw.trim() === '') continue;
    const line = index + 1;
    const answer = readLine(raw, line);
    const earlier = lineOf.get(answer.id);
    if (earlier !== undefined)
      throw new LabelledAnswersError(`Line ${line}, field "id": "${answer.id}" was used in line ${earlier} already.`);
    lineOf.set(answer.id, line);
    answers.push(answer);
  }
  if (answers.length === 0) throw new LabelledAnswersError('There is no labelled answer in it.');
  return answers;
}

function readLine(raw: string, line: number): LabelledAnswer {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new LabelledAnswersError(`Line ${line} is not JSON.`);
  }
  const read = labelledAnswer.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (field === '') throw new LabelledAnswersError(`Line ${line} is not an object.`);
  const isLabel = field === 'label' ? ` It is one of ${labels.join(', ')}.` : '';
  throw new LabelledAnswersError(`Line ${line}, field "${field}": ${problemIn(value, issue?.path ?? [])}.${isLabel}`);
}

function problemIn(value: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : at;
  if (at === undefined) return 'it is missing';
  return `${(JSON.stringify(at) ?? 'this').slice(0, 60)} cannot stand there`;
}
