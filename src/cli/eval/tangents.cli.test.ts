import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { lastLine, runEvaluation, writeLabelled } from '../../../fixtures/eval/run-evaluation.ts';

/** A dialogue whose topic changes at `changes`, counted from 0. */
function dialogue(id: string, texts: readonly string[], changes: readonly number[]) {
  const shiftOf = (at: number) => (at === 0 ? -1 : changes.includes(at) ? 1 : 0);
  return { id, turns: texts.map((text, at) => ({ text, shift: shiftOf(at) })) };
}

const garden = dialogue(
  'garden',
  [
    'i planted tomatoes in my garden last week .',
    'nice , do the tomatoes grow well there ?',
    'they do , because the soil in the garden is rich .',
    'do you have any pets ?',
    'yes , two cats and a dog .',
    'what are the names of your cats ?',
  ],
  [3],
);
const bakery = dialogue(
  'bakery',
  ['the bakery has new bread .', 'is that bread with nuts ?', 'yes , the bread has nuts in it .'],
  [],
);

test('every turn except the first is judged, and the figures are the last line', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, [garden, '', bakery]);
  const { code, out, error } = await runEvaluation(folder, 'tangents', '--data', data, '--json');
  expect(error).toBe('7 turns, judged by: Embedded detector\n');
  expect(code).toBe(0);
  expect(lastLine(out)).toEqual({
    turns: 7,
    f1: 1,
    precision: 1,
    recall: 1,
    f1Within1: 1,
    falseAlarmsPer10Turns: 0,
  });
});

test('the figures are printed as a table', async () => {
  const folder = temporaryFolder();
  const { out } = await runEvaluation(folder, 'tangents', '--data', writeLabelled(folder, [garden]));
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['turns', 'F1', 'precision', 'recall', 'F1 within one turn', 'false alarms in 10 turns'],
    ['5', '1.000', '1.000', '1.000', '1.000', '0.000'],
    [''],
  ]);
});

test('an interrupted run is continued, and changed rows are judged again', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, [garden, bakery]);
  const results = path.join(folder, 'results.jsonl');
  await runEvaluation(folder, 'tangents', '--data', data, '--out', results);
  const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)[2]).toEqual({
    id: 'garden:3',
    dialogue: 'garden',
    turn: 3,
    shift: 1,
    prediction: 1,
    confidence: expect.any(Number) as unknown,
    topic: 'pets',
    detector: 'Embedded detector',
    digest: expect.any(String) as unknown,
  });
  const byAnother = (lines[1] ?? '').replace('"Embedded detector"', '"Another"');
  const rest = lines.slice(2, 6);
  writeFileSync(results, `${[lines[0], byAnother, ...rest].join('\n')}\n${lines[6]?.slice(0, 20)}`);
  const edited = writeLabelled(folder, [
    garden,
    { ...bakery, turns: [{ text: 'the mill is old .', shift: -1 }, ...bakery.turns.slice(1)] },
  ]);
  const { error, out } = await runEvaluation(folder, 'tangents', '--data', edited, '--out', results, '--json');
  expect(error).toContain(`The last line of ${results} was cut off and is dropped.\n`);
  expect(error).toContain('4 of them were judged by an earlier run.\n');
  expect(lastLine(out)).toMatchObject({ turns: 7 });
  const ids = readFileSync(results, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids.slice(6)).toEqual(['garden:2', 'bakery:1', 'bakery:2']);
});

test('invalid data is refused with its location, and nothing is written', async () => {
  const folder = temporaryFolder();
  const results = path.join(folder, 'results.jsonl');
  const cases = [
    [
      [garden, '', { ...bakery, turns: [{ text: 'hello', shift: 2 }] }],
      'Line 3, field "turns.0.shift": 2 cannot stand there. It is 1, 0 or -1.',
    ],
    [[garden, '{"id": "half'], 'Line 2 is not JSON.'],
    [[garden, garden], 'Line 2, field "id": "garden" was used in line 1 already.'],
    [
      [{ ...bakery, turns: [...bakery.turns, { text: 'bye', shift: -1 }] }],
      'Line 1, field "turns.3.shift": -1 cannot stand there. It is 1 or 0.',
    ],
    [['[]'], 'Line 1 is not an object.'],
    [[{ id: 'x', turns: [{ shift: -1 }] }], 'Line 1, field "turns.0.text": it is missing.'],
    [[''], 'There is no turn to be scored in it.'],
  ] as const;
  for (const [lines, problem] of cases) {
    const file = writeLabelled(folder, lines);
    const ended = await runEvaluation(folder, 'tangents', '--data', file, '--json', '--out', results);
    expect(ended).toEqual({ code: 1, out: '', error: `${file}: ${problem}\n` });
  }
  expect(() => readFileSync(results)).toThrow('ENOENT');
});

test('missing files, wrong files and invalid calls are reported', async () => {
  const folder = temporaryFolder();
  const data = writeLabelled(folder, [garden]);
  const missing = path.join(folder, 'missing.jsonl');
  expect(await runEvaluation(folder, 'tangents', '--data', missing)).toMatchObject({
    code: 1,
    error: `There is no file ${missing}.\n`,
  });
  const graded = path.join(folder, 'graded.jsonl');
  const line =
    '{"id":"a","label":"correct","prediction":"correct","credited":true,"confidence":1,"evaluator":"x","digest":"0"}\n';
  writeFileSync(graded, line);
  expect(await runEvaluation(folder, 'tangents', '--data', data, '--out', graded)).toMatchObject({
    code: 1,
    error: expect.stringContaining(`Line 1 of ${graded} is no result of tangents. Choose another file.`) as unknown,
  });
  expect(readFileSync(graded, 'utf8')).toBe(line);
  const labelled = readFileSync(data, 'utf8');
  expect(
    await runEvaluation(folder, 'tangents', '--data', data, '--out', path.relative(process.cwd(), data)),
  ).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining('holds the labelled data. Name another file') as unknown,
  });
  expect(readFileSync(data, 'utf8')).toBe(labelled);
  expect(await runEvaluation(folder, 'tangents')).toMatchObject({ code: 2 });
});
