import { z } from 'zod';

import { creditable } from '#modes/recall/asking/domain/credit.ts';
import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import { createModelEvaluator, type Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';

import { withFirstPerson } from './first-person.ts';
import { judgeRows, type Measure, openResults, readRows } from './rows.ts';
import { gradingScoresOf, LABELS } from './scores.ts';

const labelledAnswer = z.object({
  id: z.string(),
  corpus: z.string().optional(),
  question: z.string(),
  references: z.array(z.object({ text: z.string().min(1) })).min(1),
  answer: z.string(),
  label: z.enum(LABELS),
});

/** Grades labelled answers, each as a session would present it. */
export const measure: Measure = async ({ data, out, environment }) => {
  const answers = await readRows(data, labelledAnswer);
  const add = openResults(out, data);
  return withFirstPerson(environment, async (first) => {
    const model = await first?.modelOf('evaluator');
    const evaluator = model ? createModelEvaluator(model) : embeddedEvaluator;
    const started = performance.now();
    const graded = await judgeRows(answers, {
      agent: evaluator,
      judge: (answer, signal) => grade(evaluator, answer, signal),
      failed: { prediction: 'incorrect', credited: false, confidence: 0 } as const,
      onJudged: ({ id, corpus, label, prediction, credited, confidence }) =>
        add({ id, corpus, label, prediction, credited, confidence, evaluator: evaluator.name }),
    });
    const seconds = (performance.now() - started) / 1_000;
    return { ...gradingScoresOf(graded), seconds };
  });
};

/**
 * The best verdict over the references (expressed, else contradicted, else incorrect), its confidence, and whether a
 * session would have credited any of them.
 */
async function grade(
  evaluator: Evaluator,
  { question, references, answer }: z.infer<typeof labelledAnswer>,
  signal: AbortSignal,
) {
  const points = references.map(({ text }, index) => ({ id: `reference-${index + 1}`, text, context: '', question }));
  const messages = [
    { author: 'assistant', content: question },
    { author: 'person', content: answer },
  ] as const;
  const askedIds = points.map(({ id }) => id);
  const call = { name: 'recall', session: null, signal, askedIds } as const;
  const evaluation = await evaluator.evaluateBatch(points, messages, call);
  const { verdicts } = evaluation;
  const best = (['expressed', 'contradicted'] as const).find((kind) => verdicts.some((each) => each.verdict === kind));
  const deciding = verdicts.filter(({ verdict }) => best === undefined || verdict === best);
  const prediction: (typeof LABELS)[number] =
    best === undefined ? 'incorrect' : best === 'expressed' ? 'correct' : 'contradictory';
  return {
    prediction,
    credited: creditable(evaluation, answer, points).length > 0,
    confidence: Math.max(0, ...deciding.map(({ confidence }) => confidence)),
  };
}
