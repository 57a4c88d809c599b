import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { lastLine, runEvaluation, writeLabelled } from '../../../fixtures/eval/run-evaluation.ts';

const capital = {
  question: 'What is the capital of France?',
  references: [{ text: 'Paris is the capital of France' }],
};
const receptors = {
  question: 'What does caffeine do?',
  references: [{ text: 'Caffeine blocks adenosine receptors' }, { text: 'It keeps adenosine from its receptors' }],
};
const rows = [
  { id: 'a', corpus: 'towns', ...capital, answer: 'Paris', label: 'correct' },
  { id: 'b', corpus: 'towns', ...capital, answer: 'I like trains', label: 'incorrect' },
  { id: 'c', corpus: 'coffee', ...receptors, answer: 'it does not block adenosine receptors', label: 'contradictory' },
  { id: 'd', corpus: 'coffee', ...receptors, answer: 'caffeine blocks adenosine receptors', label: 'correct' },
];

test('labelled answers are graded, and the figures are the last line', async () => {
  const folder = temporaryFolder();
  const { code, out, error } = await runEvaluation(folder, 'grading', '--data', writeLabelled(folder, rows), '--json');
  expect(error).toBe('4 answers, read by: Embedded evaluator\n');
  expect(code).toBe(0);
  expect(lastLine(out)).toEqual({
    rows: 4,
    macroF1_2way: 1,
    macroF1_3way: 1,
    weightedF1: 1,
    kappa: 1,
    falseCredit: 0,
    credited: 1,
    yes: 0.5,
    no: 0.5,
    ask: 0,
    precisionYes: 1,
    missedRight: 0,
    seconds: expect.any(Number) as unknown,
  });
});

test('the figures are printed as a table, also per corpus', async () => {
  const folder = temporaryFolder();
  const { out } = await runEvaluation(folder, 'grading', '--data', writeLabelled(folder, rows));
  expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['', 'rows', 'macro-F1 2-way'],
    ['all', '4', '1.000'],
    ['towns', '2', '1.000'],
    ['coffee', '2', '1.000'],
    [expect.stringMatching(/^4 rows in \d+\.\d s$/)],
    [''],
  ]);
});

test('an interrupted run is continued', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, rows);
  const results = path.join(folder, 'results.jsonl');
  await runEvaluation(folder, 'grading', '--data', data, '--out', results);
  const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)[0]).toEqual({
    id: 'a',
    corpus: 'towns',
    label: 'correct',
    prediction: 'correct',
    credited: true,
    confidence: expect.any(Number) as unknown,
    outcome: 'yes',
    evaluator: 'Embedded evaluator',
    digest: expect.any(String) as unknown,
  });
  // Results of another agent do not count, and an edited answer is a new one.
  const [first = '', second = '', third = '', fourth = ''] = lines;
  const edited = third.replace(/"digest":"[^"]+"/, '"digest":"0"');
  const byAnother = second.replace('"Embedded evaluator"', '"Another"');
  writeFileSync(results, `${[first, byAnother, edited].join('\n')}\n${fourth.slice(0, 30)}`);
  const { error, out } = await runEvaluation(folder, 'grading', '--data', data, '--out', results, '--json');
  expect(error).toContain(`The last line of ${results} was cut off and is dropped.\n`);
  expect(error).toContain('1 of them were graded by an earlier run: the seconds are those of this run alone.\n');
  expect(lastLine(out)).toMatchObject({ rows: 4, macroF1_3way: 1 });
  const again = await runEvaluation(folder, 'grading', '--data', data, '--out', results);
  expect(again.out).toMatch(/\n0 of 4 rows in this run of \d+\.\d s\n$/);
  const ids = readFileSync(results, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids).toEqual(['a', 'b', 'c', 'b', 'c', 'd']);
});

test('an unwritable results file is reported before anything is graded', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, rows);
  const missing = path.join(folder, 'nowhere');
  expect(await runEvaluation(folder, 'grading', '--data', data, '--out', path.join(missing, 'x'))).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining(`There is no folder ${missing} to write the results to. Make it first.`) as string,
  });
  expect(await runEvaluation(folder, 'grading', '--data', data, '--out', folder)).toMatchObject({
    code: 1,
    error: expect.stringContaining(`${folder} is a folder.`) as string,
  });
});

test('invalid data is refused with its location', async () => {
  const folder = temporaryFolder();
  const file = writeLabelled(folder, [rows[0], '', { ...rows[1], label: 'right' }]);
  const { code, out, error } = await runEvaluation(folder, 'grading', '--data', file, '--json');
  const problem = 'Line 3, field "label": "right" cannot stand there. It is one of correct, contradictory, incorrect.';
  expect({ code, out, error }).toEqual({ code: 1, out: '', error: `${file}: ${problem}\n` });
});

test('a missing file, a wrong file and an invalid call are reported', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, rows);
  const missing = path.join(folder, 'missing.jsonl');
  expect(await runEvaluation(folder, 'grading', '--data', missing)).toMatchObject({
    code: 1,
    error: `There is no file ${missing}.\n`,
  });
  const notes = path.join(folder, 'notes.txt');
  appendFileSync(notes, 'Milk\nBread');
  expect(await runEvaluation(folder, 'grading', '--data', data, '--out', notes)).toMatchObject({
    code: 1,
    error: expect.stringContaining(`Line 1 of ${notes} is no result of a grading. Choose another file.`) as unknown,
  });
  expect(readFileSync(notes, 'utf8')).toBe('Milk\nBread');
  const labelled = readFileSync(data, 'utf8');
  expect(await runEvaluation(folder, 'grading', '--data', data, '--out', data)).toMatchObject({
    code: 1,
    out: '',
    error: `${data} holds the labelled data. Name another file to write the results to.\n`,
  });
  expect(readFileSync(data, 'utf8')).toBe(labelled);
  expect(await runEvaluation(folder, 'grading')).toMatchObject({ code: 2 });
  expect(await runEvaluation(folder, 'taste', '--data', data)).toMatchObject({
    code: 2,
    error: expect.stringContaining('There is no evaluation "taste".') as unknown,
  });
});
