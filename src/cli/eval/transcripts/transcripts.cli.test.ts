import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { lastLine, runEvaluation } from '../../../../fixtures/eval/run-evaluation.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const user = (content: unknown, more: object = {}) => line({ type: 'user', message: { content }, ...more });

test('the transcripts of a folder are counted, torn and huge lines included', async () => {
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
  const { code, out, error } = await runEvaluation(folder, 'transcripts', '--data', folder, '--json', '--out', results);
  expect(error).toContain('3 files\n');
  expect(code).toBe(0);
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
  expect(lastLine(out)).toEqual({ files: 3, ...figures });
  const rows = readFileSync(results, 'utf8').trim().split('\n');
  expect(rows.map((row) => (JSON.parse(row) as { file: string }).file)).toEqual([
    'deep/empty.jsonl',
    'deep/subagents/two.jsonl',
    'one.jsonl',
  ]);
});

test('a folder that is not there is named', async () => {
  const { code, error } = await runEvaluation(temporaryFolder(), 'transcripts', '--data', '/no/such/folder');
  expect(code).toBe(1);
  expect(error).toContain('There is no folder /no/such/folder.');
});
