import fc from 'fast-check';
import { expect, test } from 'vitest';

import { wholeSentences } from './whole-sentences.ts';

/** A stream of pieces, which may end with a failure. */
// oxlint-disable-next-line typescript/require-await -- the pieces are there at once
async function* streamOf(pieces: readonly (string | Error)[]): AsyncIterable<string> {
  for (const piece of pieces) {
    if (typeof piece !== 'string') throw piece;
    yield piece;
  }
}

/** The text passed on after each piece, and at the end. */
async function passedOf(pieces: readonly string[]): Promise<readonly string[]> {
  const passed: string[] = [''];
  const counted = async function* () {
    for await (const piece of streamOf(pieces)) {
      yield piece;
      passed.push('');
    }
  };
  for await (const text of wholeSentences(counted())) passed[passed.length - 1] += text;
  return passed;
}

test('a sentence is held until it ends, and the last one until the end of the stream', async () => {
  const pieces = ['Right', '. ', 'What ', 'else ', 'is ', 'there?', ' ', 'Say', ' it'];
  expect(await passedOf(pieces)).toEqual(['', 'Right. ', '', '', '', '', 'What else is there? ', '', '', 'Say it']);
});

test.each([
  ['a word and its rest', ['Is it pa', 'rtly so? ', 'Yes'], ['', 'Is it partly so? ', '', 'Yes']],
  ['a number that goes on', ['It takes ca. ', '3', ' hours. ', 'Then'], ['', '', 'It takes ca. 3 hours. ', '', 'Then']],
  ['lines of a list', ['- one\n', '- two\n', '- three'], ['- one\n', '- two\n', '', '- three']],
  ['a heading', ['# Sleep\n', '\nGo on'], ['# Sleep\n', '\n', 'Go on']],
  ['lines of code', ['```\n', 'x = 1\n', '2\n', '```'], ['```\n', 'x = 1\n', '2\n', '', '```']],
  ['a formula', ['$$E = ', 'mc^2$$\n', 'Well'], ['', '$$E = mc^2$$\n', '', 'Well']],
  ['full-width marks', ['何です', 'か？次', 'は。', 'え'], ['', '何ですか？', '次は。', '', 'え']],
  ['no end', ['Well', ' then'], ['', '', 'Well then']],
])('%s', async (_, pieces, passed) => {
  expect(await passedOf(pieces)).toEqual(passed);
});

test('text without an end is passed on word by word, so that nobody waits for it', async () => {
  const passed = await passedOf(Array<string>(300).fill('word '));
  expect(passed.slice(0, 100).join('')).not.toBe('');
  expect(passed.every((text) => text.length < 500 && (text === '' || text.endsWith('word ')))).toBe(true);
  expect(await passedOf(['x'.repeat(300), 'x'.repeat(300), 'x'])).toEqual(['', 'x'.repeat(600), '', 'x']);
  expect((await passedOf(Array<string>(400).fill('3. '))).slice(0, 200).join('')).not.toBe('');
});

test('when a stream fails, held text is passed on before the failure', async () => {
  const passed: string[] = [];
  const failing = (async () => {
    for await (const text of wholeSentences(streamOf(['One. Two', ' and', new Error('cut')]))) passed.push(text);
  })();
  await expect(failing).rejects.toThrow('cut');
  expect(passed).toEqual(['One. ', 'Two and']);
});

test('nothing is lost or changed, for any text in any pieces', async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('. ', '? ', '\n', '…', '。', '“', '”', 'e.g.', '3.5', ' ', 'Abc '),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      expect((await passedOf(pieces)).join('')).toBe(pieces.join(''));
    }),
  );
});
