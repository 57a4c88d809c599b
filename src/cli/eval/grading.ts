import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import {
  type LabelledAnswer,
  LabelledAnswersError,
  readLabelledAnswers,
} from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';
import { type GradedAnswer, type GradingScores, scoresOf } from '#modes/recall/grading-evaluation/domain/scores.ts';
import { gradeAnswers } from '#modes/recall/grading-evaluation/server/grade-answers.ts';
import { openResultsFile } from '#modes/recall/grading-evaluation/server/results-file.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { configuredEvaluator } from './configured-evaluator.ts';
import { createProgress } from './progress.ts';

/** Grades labelled answers with the evaluator that is configured, and prints how well. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  if (typeof data !== 'string' || positionals.length > 0)
    throw new UsageError('Usage: warren eval grading --data FILE [--json] [--out FILE]');
  const answers = await readData(data);
  if (typeof out === 'string') await requireFolder(out);
  const configured = await configuredEvaluator(environment);
  const { evaluator } = configured;
  try {
    tell(`${count(answers.length)} answers, read by: ${evaluator.name}`);
    const results = typeof out === 'string' ? openResultsFile(out, evaluator.name, tell) : null;
    const stopping = new AbortController();
    const progress = createProgress(answers.length, process.stderr);
    const started = performance.now();
    const graded = await gradeAnswers(answers, {
      evaluator,
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
    const rows = answers.map((answer, index) => ({ ...answer, ...(graded.gradings[index] as GradedAnswer) }));
    if (json === true) process.stdout.write(`${JSON.stringify(asJson(scoresOf(rows), seconds))}\n`);
    else process.stdout.write(table(rows, { seconds, resumed: graded.resumed }));
  } finally {
    await configured.close();
  }
}

async function readData(file: string): Promise<readonly LabelledAnswer[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`);
    throw new Error(`${file} cannot be read: ${error.message}`);
  });
  try {
    return readLabelledAnswers(text);
  } catch (error) {
    if (error instanceof LabelledAnswersError) throw new Error(`${file}: ${error.message}`);
    throw error;
  }
}

/** Told of before the first answer is graded, not after it. */
async function requireFolder(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder} to write the results to. Make it first.`);
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new Error(`${file} is a folder. Name a file to write the results to.`);
}

function asJson(scores: GradingScores, seconds: number): Record<string, number | null> {
  const figures = Object.entries({ ...scores, seconds });
  return Object.fromEntries(figures.map(([name, value]) => [name, value === null ? null : rounded(value)]));
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const COLUMNS: readonly (readonly [title: string, field: keyof GradingScores])[] = [
  ['macro-F1 2-way', 'macroF1_2way'],
  ['macro-F1 3-way', 'macroF1_3way'],
  ['weighted F1', 'weightedF1'],
  ['kappa', 'kappa'],
  ['false credit', 'falseCredit'],
  ['credited', 'credited'],
];

/** All rows, and each corpus by itself where the data name several. */
function table(
  rows: readonly (LabelledAnswer & GradedAnswer)[],
  { seconds, resumed }: { seconds: number; resumed: number },
): string {
  const corpora = [...new Set(rows.flatMap(({ corpus }) => corpus ?? []))];
  const parts =
    corpora.length > 1 ? corpora.map((name) => [name, rows.filter(({ corpus }) => corpus === name)] as const) : [];
  const lines = [['', 'rows', ...COLUMNS.map(([title]) => title)]];
  for (const [name, part] of [['all', rows] as const, ...parts]) {
    const scores = scoresOf(part);
    lines.push([name, count(scores.rows), ...COLUMNS.map(([, field]) => cell(scores[field]))]);
  }
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((each, column) => each.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const graded = rows.length - resumed;
  const took =
    resumed > 0 ? `${count(graded)} of ${count(rows.length)} rows in this run of` : `${count(rows.length)} rows in`;
  return `${text.join('\n')}\n${took} ${seconds.toFixed(1)} s\n`;
}

function cell(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
