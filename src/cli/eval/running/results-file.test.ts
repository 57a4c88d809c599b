import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { openResultsFile, type ResultFormat } from './results-file.ts';

const format: ResultFormat<string, { readonly length: number }> = {
  of: 'a measurement',
  agentField: 'measurer',
  outcome: z.object({ length: z.number() }),
  idOf: (row) => row,
  factsOf: () => ({ unit: 'letters' }),
  judgedOf: (row) => row,
};

function open(file: string) {
  const notices: string[] = [];
  return {
    notices,
    results: openResultsFile(format, { file, agent: 'A ruler', notice: (text) => notices.push(text) }),
  };
}

/** A file with the results of two rows. */
function written() {
  const file = path.join(temporaryFolder(), 'results.jsonl');
  const { results } = open(file);
  results.add('one', { length: 3 }, null);
  results.add('three', { length: 5 }, null);
  return { file, text: readFileSync(file, 'utf8') };
}

test('a file of something else is not changed', () => {
  const file = path.join(temporaryFolder(), 'notes.jsonl');
  const foreign = [
    '{"id":"important data that nobody has a copy of',
    '{"id":"important","kept":"for long"}',
    '{"id":"important","measurer":"me"}',
    '{"id":"important","measurer":"m',
    '{"id":"important","length":"long","measurer":"m',
    'Milk',
    '\n',
    '{"id":"important"}\n{"id":"a","unit":"letters","length":1,"measurer":"A ruler","dig',
  ];
  for (const text of foreign) {
    writeFileSync(file, text);
    expect(() => open(file), text).toThrow(/ no results? of a measurement\. Choose another file\.$/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('a truncated last line after complete ones is dropped', () => {
  const { file, text } = written();
  const first = text.slice(0, text.indexOf('\n') + 1);
  for (let length = first.length + 1; length < text.length; length += 1) {
    writeFileSync(file, text.slice(0, length));
    const { notices, results } = open(file);
    expect(notices).toEqual([`The last line of ${file} was cut off and is dropped.`]);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect([results.known('one'), results.known('three')]).toEqual([{ length: 3 }, null]);
  }
});

test('a truncated first line is dropped if it still has its result, and refused otherwise', () => {
  const { file, text } = written();
  const judged = text.indexOf('A ruler');
  for (let length = 1; length < text.indexOf('\n') + 1; length += 1) {
    const cut = text.slice(0, length);
    writeFileSync(file, cut);
    if (length < judged) expect(() => open(file), cut).toThrow('holds no results of a measurement');
    else expect(open(file).results.known('one'), cut).toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(length < judged ? cut : '');
  }
});
