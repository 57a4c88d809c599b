import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { runCommand } from '../../../fixtures/server/run-command.ts';
import { runHere } from '../../../fixtures/server/run-here.ts';
import { UsageError } from '../command.ts';
import { run } from '../commands/eval.ts';

const environmentIn = (home: string) => ({ WARREN_HOME: home, WARREN_OFFLINE: '1' });
const evaluate = (home: string, name: string, flags: Record<string, string> = {}) =>
  runHere(run, { positionals: [name], flags: { json: true, ...flags }, environment: environmentIn(home) });

/** Writes labelled data, one line each; strings are written unchanged. Returns the path. */
function writeLabelled(folder: string, lines: readonly unknown[]): string {
  const file = path.join(folder, 'labelled.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const anyNumber = expect.any(Number) as number;
const asLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const rowsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const capital = {
  question: 'What is the capital of France?',
  references: [{ text: 'Paris is the capital of France' }],
};
const receptors = {
  question: 'What does caffeine do?',
  references: [{ text: 'Caffeine blocks adenosine receptors' }, { text: 'It keeps adenosine from its receptors' }],
};
const answers = [
  { id: 'a', corpus: 'towns', ...capital, answer: 'Paris', label: 'correct' },
  { id: 'b', corpus: 'towns', ...capital, answer: 'I like trains', label: 'incorrect' },
  { id: 'c', ...receptors, answer: 'it does not block adenosine receptors', label: 'contradictory' },
  { id: 'd', ...receptors, answer: 'caffeine blocks adenosine receptors', label: 'correct' },
];

test('labelled answers are graded', async () => {
  const folder = temporaryFolder();
  const results = path.join(folder, 'results.jsonl');
  const data = writeLabelled(folder, answers);
  const { output, errors } = await evaluate(folder, 'grading', { data, out: results });
  expect(errors).toBe('4 rows, judged by: Built in\n');
  expect(JSON.parse(output)).toEqual({
    rows: 4,
    macroF1_2way: 1,
    // It never predicts contradictory.
    macroF1_3way: 0.5556,
    weightedF1: 0.6667,
    kappa: 0.6,
    falseCredit: 0,
    credited: 1,
    seconds: anyNumber,
  });
  const [first, ...others] = rowsOf(results);
  expect(first).toEqual({
    id: 'a',
    corpus: 'towns',
    label: 'correct',
    prediction: 'correct',
    credited: true,
    confidence: anyNumber,
    evaluator: 'Built in',
  });
  expect(others).toHaveLength(3);
  const plain = await runCommand(['eval', 'grading', '--data', data], environmentIn(folder));
  expect(plain.code).toBe(0);
  expect(JSON.parse(plain.output)).toMatchObject({ rows: 4, kappa: 0.6 });
});

test('invalid data and calls are refused, and labelled data is never overwritten', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, [answers[0], '', { ...answers[1], label: 'right' }]);
  const refused = (flags: Record<string, string>, name = 'grading') => expect(evaluate(folder, name, flags)).rejects;
  await refused({ data }).toThrow(`${data}, line 3: field "label": `);
  const whole = writeLabelled(folder, answers);
  const labelled = readFileSync(whole, 'utf8');
  await refused({ data: whole, out: `${folder}/./labelled.jsonl` }).toThrow(
    'holds the labelled data. Name another file',
  );
  expect(readFileSync(whole, 'utf8')).toBe(labelled);
  const missing = path.join(folder, 'missing.jsonl');
  await refused({ data: missing }).toThrow(`There is no file ${missing}.`);
  await refused({}).toThrow(UsageError);
  await refused({ data }, 'taste').toThrow(UsageError);
});

test('every turn of a dialogue except the first is judged', async () => {
  const folder = temporaryFolder();
  const texts = ['the bakery has new bread .', 'is that bread with nuts ?', 'yes , the bread has nuts in it .'];
  const turns = texts.map((text, at) => ({ text, shift: at === 0 ? -1 : 0 }));
  const results = path.join(folder, 'results.jsonl');
  const data = writeLabelled(folder, [{ id: 'bakery', turns }]);
  const { output } = await evaluate(folder, 'tangents', { data, out: results });
  expect(JSON.parse(output)).toEqual({
    turns: 2,
    f1: 0,
    precision: 0,
    recall: 0,
    f1Within1: 0,
    falseAlarmsPer10Turns: 0,
  });
  expect(rowsOf(results)[1]).toEqual({
    id: 'bakery:2',
    dialogue: 'bakery',
    turn: 2,
    shift: 0,
    prediction: 0,
    confidence: anyNumber,
    topic: '',
    detector: 'Built in',
  });
  const unlabelled = writeLabelled(folder, [{ id: 'bakery', turns: [...turns, { text: 'bye', shift: -1 }] }]);
  await expect(evaluate(folder, 'tangents', { data: unlabelled })).rejects.toThrow('only a first turn');
});

test('a collection is measured by words, by meaning and by both', async () => {
  const folder = temporaryFolder();
  const documents = [
    { _id: 'd1', title: 'Coffee', text: 'Caffeine blocks adenosine receptors and keeps people awake.' },
    { _id: 'd2', title: 'Tea', text: 'Leaves are steeped in hot water.', metadata: {} },
    { _id: 'd3', title: '', text: 'The half-life of caffeine is five hours.' },
    { _id: 'd4', title: 'Only a title about steam engines', text: '' },
  ];
  const queries = [
    { _id: 'q1', text: 'How does caffeine keep us awake?' },
    { _id: 'q2', text: 'steam engine' },
    { _id: 'q3', text: 'never judged' },
  ];
  mkdirSync(path.join(folder, 'qrels'));
  writeFileSync(path.join(folder, 'corpus.jsonl'), asLines(documents));
  writeFileSync(path.join(folder, 'queries.jsonl'), asLines(queries));
  const qrels = path.join(folder, 'qrels', 'test.tsv');
  writeFileSync(qrels, 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\nq2\td4\t1\nq3\td2\t0\n');
  const results = path.join(temporaryFolder(), 'results.jsonl');
  const { output, errors } = await evaluate(folder, 'retrieval', { data: folder, out: results });
  expect(errors).toContain('4 documents, 2 queries\n');
  const perfect = { ndcg10: 1, recall10: 1, mrr10: 1, msPerQuery: anyNumber };
  expect(JSON.parse(output)).toEqual({
    documents: 4,
    queries: 2,
    arms: { keyword: perfect, vector: perfect, hybrid: perfect },
  });
  expect(rowsOf(results)).toMatchObject([
    { id: 'q1', arms: { keyword: { ndcg10: 1, ranking: ['d1', 'd3'] }, vector: {}, hybrid: {} } },
    { id: 'q2', arms: { keyword: { ndcg10: 1, ranking: ['d4'] } } },
  ]);
  writeFileSync(qrels, 'query-id\tcorpus-id\tscore\nq1 d1 1\n');
  await expect(evaluate(folder, 'retrieval', { data: folder })).rejects.toThrow(
    'test.tsv, line 2: it is not a query, a document',
  );
});

const line = (value: object) => `${JSON.stringify(value)}\n`;
const user = (content: unknown, more: object = {}) => line({ type: 'user', message: { content }, ...more });

test('the transcripts of a folder are counted, including broken and huge lines', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'deep', 'subagents'), { recursive: true });
  const answer = line({ type: 'assistant', message: { id: 'a', content: [{ type: 'text', text: 'Yes.' }] } });
  writeFileSync(
    path.join(folder, 'one.jsonl'),
    `${user('Do it')}\r\n${answer}${answer}${user('x'.repeat(5_000_000))}not json\n${line({ type: 'new-kind' })}{"type":"us`,
  );
  writeFileSync(path.join(folder, 'deep', 'subagents', 'two.jsonl'), user('Look', { isSidechain: true }));
  writeFileSync(path.join(folder, 'deep', 'empty.jsonl'), '');
  writeFileSync(path.join(folder, 'deep', 'notes.txt'), user('not a transcript'));
  const results = path.join(temporaryFolder(), 'results.jsonl');
  const { output } = await evaluate(folder, 'transcripts', { data: folder, out: results });
  const figures = {
    lines: 8,
    brokenLines: 2,
    unknownTypes: 1,
    userTexts: 2,
    assistantTexts: 2,
    thinkingBlocks: 0,
    toolUses: 0,
    toolResults: 0,
    sidechainLines: 1,
  };
  expect(JSON.parse(output)).toEqual({ files: 3, ...figures });
  const files = rowsOf(results).map((row) => (row as { file: string }).file);
  expect(files).toEqual(['deep/empty.jsonl', 'deep/subagents/two.jsonl', 'one.jsonl']);
  await expect(evaluate(folder, 'transcripts', { data: '/no/such/folder' })).rejects.toThrow(
    'There is no folder /no/such/folder.',
  );
});
