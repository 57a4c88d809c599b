import { z } from 'zod';

import { LabelledDataError } from '#kernel/labelled-lines.ts';
import {
  asConversation,
  failedGrading,
  type Grading,
  gradingOf,
} from '#modes/recall/grading-evaluation/domain/grading.ts';
import {
  type LabelledAnswer,
  labels,
  readLabelledAnswers,
} from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';
import {
  type GradedAnswer,
  type GradingScores,
  gradingScoresOf,
} from '#modes/recall/grading-evaluation/domain/scores.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { configuredEvaluator } from './configured-evaluator.ts';
import { createProgress } from './progress.ts';
import { asTable, count, roundedFigures, tell } from './running/figures.ts';
import { readDataFile, requireResultsPath } from './running/files.ts';
import { openResultsFile, type ResultFormat } from './running/results-file.ts';
import { runRows } from './running/run-rows.ts';

const format: ResultFormat<LabelledAnswer, Grading> = {
  of: 'a grading',
  agentField: 'evaluator',
  outcome: z.object({
    prediction: z.enum(labels),
    credited: z.boolean(),
    confidence: z.number(),
    outcome: z.enum(['yes', 'ask', 'no']),
  }),
  idOf: ({ id }) => id,
  factsOf: ({ corpus, label }) => ({ ...(corpus !== undefined && { corpus }), label }),
  judgedOf: ({ question, references, answer }) => [question, references.map(({ text }) => text), answer],
};

/** Grades labelled answers with the configured evaluator, and prints the figures. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  if (typeof data !== 'string' || positionals.length > 0)
    throw new UsageError('Usage: warren eval grading --data FILE [--json] [--out FILE]');
  const answers = await readData(data);
  if (typeof out === 'string') await requireResultsPath(out, data);
  const configured = await configuredEvaluator(environment);
  const { evaluator } = configured;
  try {
    tell(`${count(answers.length)} answers, read by: ${evaluator.name}`);
    const results =
      typeof out === 'string' ? openResultsFile(format, { file: out, agent: evaluator.name, notice: tell }) : null;
    const stopping = new AbortController();
    const progress = createProgress(answers.length, process.stderr);
    const started = performance.now();
    const graded = await runRows(answers, {
      async judge(answer, signal) {
        const { points, messages } = asConversation(answer);
        // A session asks for one point. Several references that share nothing with an answer leave no doubt about it.
        const askedIds = points.length === 1 ? points.map(({ id }) => id) : [];
        const call = { name: 'recall', session: null, signal, askedIds } as const;
        return gradingOf(await evaluator.evaluateBatch(points, messages, call), answer);
      },
      failed: failedGrading,
      isEmbedded: evaluator.isEmbedded,
      results,
      signal: stopping.signal,
      onProgress: (done) => progress.at(done),
    }).finally(() => stopping.abort());
    const seconds = (performance.now() - started) / 1_000;
    progress.end();
    if (graded.resumed > 0)
      tell(`${count(graded.resumed)} of them were graded by an earlier run: the seconds are those of this run alone.`);
    if (graded.failures.length > 0)
      tell(
        `${count(graded.failures.length)} could not be read and count as incorrect. The last: ${graded.failures.at(-1)}`,
      );
    const rows = answers.map((answer, index) => ({ ...answer, ...(graded.outcomes[index] ?? failedGrading) }));
    if (json === true)
      process.stdout.write(`${JSON.stringify(roundedFigures({ ...gradingScoresOf(rows), seconds }))}\n`);
    else process.stdout.write(table(rows, { seconds, resumed: graded.resumed }));
  } finally {
    await configured.close();
  }
}

async function readData(file: string): Promise<readonly LabelledAnswer[]> {
  const text = await readDataFile(file);
  try {
    return readLabelledAnswers(text);
  } catch (error) {
    if (error instanceof LabelledDataError) throw new Error(`${file}: ${error.message}`);
    throw error;
  }
}

const COLUMNS: readonly (readonly [title: string, field: keyof GradingScores])[] = [
  ['macro-F1 2-way', 'macroF1_2way'],
  ['macro-F1 3-way', 'macroF1_3way'],
  ['weighted F1', 'weightedF1'],
  ['kappa', 'kappa'],
  ['false credit', 'falseCredit'],
  ['credited', 'credited'],
  ['yes', 'yes'],
  ['ask', 'ask'],
  ['no', 'no'],
  ['right of yes', 'precisionYes'],
  ['right missed', 'missedRight'],
];

/** All rows and, if the data names several, each corpus. */
function table(
  rows: readonly (LabelledAnswer & GradedAnswer)[],
  { seconds, resumed }: { seconds: number; resumed: number },
): string {
  const corpora = [...new Set(rows.flatMap(({ corpus }) => corpus ?? []))];
  const parts =
    corpora.length > 1 ? corpora.map((name) => [name, rows.filter(({ corpus }) => corpus === name)] as const) : [];
  const lines = [['', 'rows', ...COLUMNS.map(([title]) => title)]];
  for (const [name, part] of [['all', rows] as const, ...parts]) {
    const scores = gradingScoresOf(part);
    lines.push([name, count(scores.rows), ...COLUMNS.map(([, field]) => cell(scores[field]))]);
  }
  const graded = rows.length - resumed;
  const took =
    resumed > 0 ? `${count(graded)} of ${count(rows.length)} rows in this run of` : `${count(rows.length)} rows in`;
  return `${asTable(lines)}\n${took} ${seconds.toFixed(1)} s\n`;
}

function cell(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}
