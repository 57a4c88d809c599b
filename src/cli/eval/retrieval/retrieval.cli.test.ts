import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { lastLine, runEvaluation } from '../../../../fixtures/eval/run-evaluation.ts';

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
const judged = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\nq2\td4\t1\n';

interface Files {
  readonly corpus?: string;
  readonly queries?: string;
  readonly judged?: string;
}

const asLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

function writeCollection(files: Files = {}): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'qrels'));
  writeFileSync(path.join(folder, 'corpus.jsonl'), files.corpus ?? asLines(documents));
  writeFileSync(path.join(folder, 'queries.jsonl'), files.queries ?? asLines(queries));
  writeFileSync(path.join(folder, 'qrels', 'test.tsv'), files.judged ?? judged);
  return folder;
}

test('a collection is measured by words, by meaning and by both, and the figures are the last line', async () => {
  const folder = writeCollection();
  const results = path.join(temporaryFolder(), 'results.jsonl');
  const { code, out, error } = await runEvaluation(folder, 'retrieval', '--data', folder, '--json', '--out', results);
  expect(error).toContain('4 documents, 2 queries\n');
  expect(code).toBe(0);
  const perfect = { ndcg10: 1, recall10: 1, mrr10: 1, msPerQuery: expect.any(Number) as number };
  expect(lastLine(out)).toEqual({
    documents: 4,
    queries: 2,
    arms: { keyword: perfect, vector: perfect, hybrid: perfect },
  });
  const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: 'q1', arms: { keyword: { ndcg10: 1, ranking: ['d1', 'd3'] }, vector: {}, hybrid: {} } },
    { id: 'q2', arms: { keyword: { ndcg10: 1, ranking: ['d4'] } } },
  ]);
});

test('a missing or broken file is reported with its place', async () => {
  const reasons: [Files, string][] = [
    [{ corpus: '{"_id":"a","text":"x"}\n{"_id"' }, 'corpus.jsonl, line 2: it is not JSON.'],
    [{ corpus: '{"_id":"a"}' }, 'corpus.jsonl, line 1: the field "text" is missing or not a text.'],
    [{ corpus: asLines([...documents, { _id: 'd1', text: '' }]) }, 'corpus.jsonl has an id twice: "d1".'],
    [{ corpus: '' }, 'There is no document in '],
    [{ queries: asLines(queries.slice(1)) }, 'test.tsv names the query "q1", which is not in '],
    [{ judged: 'query-id\tcorpus-id\tscore\nq1 d1 1\n' }, 'test.tsv, line 2: it is not a query, a document'],
    [{ judged: 'query-id\tcorpus-id\tscore\nq1\td1\t0\n' }, 'test.tsv names no document that answers a query.'],
  ];
  for (const [files, reason] of reasons) {
    const folder = writeCollection(files);
    const { code, out, error } = await runEvaluation(folder, 'retrieval', '--data', folder, '--json');
    expect({ code, out, error }).toEqual({ code: 1, out: '', error: expect.stringContaining(reason) as string });
  }
  const nowhere = path.join(temporaryFolder(), 'nowhere');
  expect((await runEvaluation(nowhere, 'retrieval', '--data', nowhere)).error).toContain('There is no file');
  expect(await runEvaluation(nowhere, 'retrieval')).toMatchObject({ code: 2 });
});
