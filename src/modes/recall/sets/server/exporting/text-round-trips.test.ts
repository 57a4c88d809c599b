import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { jsonArray } from '#person-data/domain/json-line.ts';

import { type MarkdownSet, setsMarkdown } from '../../domain/deck/deck-markdown.ts';
import { deckInSteps } from '../../domain/deck/read-deck.ts';
import { atOnce } from '../../domain/paste/read-paste.ts';
import { splitPath } from '../../domain/set-path.ts';
import { storedTags, tagsOf } from '../../domain/tags.ts';
import { csvOf } from './set-files.ts';

const LINES = ['\n', '\n\n', '# ', '- ', '**Q:** ', '```\nx\n```', ' <!-- point -->'];
const PIECES = [...LINES, 'a', 'Ä', '語', '"', ',', '$x$', '\\', '|', '; ', '::', '<br>', '&amp;'];
const words = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((pieces) => cleanText(pieces.join('')).trim())
  .filter((text) => !isBlank(text));
const line = words.map((text) => text.replace(/\s+/gu, ' '));
const point = fc.record({
  text: words,
  question: fc.option(words),
  context: fc.oneof(fc.constant(''), line),
  tags: fc.array(fc.constantFrom('a', 'b::c', 'Ä'), { maxLength: 3 }).map((tags) => tagsOf(storedTags(tags))),
});
const set = fc.record({
  name: fc.constantFrom('Bread', 'Food::Bread', 'Ä – 語'),
  points: fc.uniqueArray(point, {
    minLength: 1,
    maxLength: 6,
    selector: ({ text, question, context }) => `${context}\n${question}\n${text}`,
  }),
});
const sets = fc.uniqueArray(set, { minLength: 1, maxLength: 3, selector: ({ name }) => name });

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* inOrder<Value>(given: readonly Value[]) {
  yield* given;
}

function expectSame(text: string, name: string, given: readonly MarkdownSet[]) {
  const { decks, left } = atOnce(deckInSteps(text, { name, choices: {} }));
  expect(left).toEqual([]);
  expect(
    decks.map(({ title, points }) => ({
      name: title,
      points: points.map(({ text: said, question, context, tags = [] }) => ({ text: said, question, context, tags })),
    })),
  ).toEqual(given);
}

test('a round trip through Markdown loses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (given) => expectSame(await joined(setsMarkdown(inOrder(given))), 'a.md', given)),
  );
});

test('a round trip through JSON loses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (given) => {
      const written = given.map(({ name, points }) => ({ ...splitPath(name), points }));
      expectSame(await joined(jsonArray(written)), 'a.json', given);
    }),
  );
});

test('a round trip through CSV loses nothing', async () => {
  const ofPoint = { id: 'p', due: null, reviews: 0, lapses: 0, deleted: null, suspended: null };
  const rowsOf = ({ name, points }: MarkdownSet) => ({
    ...splitPath(name),
    id: 's',
    deleted: null,
    points: points.map((each) => ({ ...each, ...ofPoint })),
  });
  await fc.assert(
    fc.asyncProperty(sets, async (given) =>
      expectSame(await joined(csvOf(inOrder(given.map(rowsOf)))), 'a.csv', given),
    ),
  );
});
