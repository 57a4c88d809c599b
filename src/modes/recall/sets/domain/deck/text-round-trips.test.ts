import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { csvLine } from '#person-data/domain/csv.ts';
import { jsonArray } from '#person-data/domain/json-line.ts';

import { storedTags, tagsOf } from '../tags.ts';
import { type MarkdownSet, setsMarkdown } from './deck-markdown.ts';
import { deckInSteps } from './read-deck.ts';

const PIECES = [
  'a',
  'Ä',
  '語',
  '\n',
  '\n\n',
  '"',
  ',',
  '# ',
  '- ',
  '**Q:** ',
  '```\nx\n```',
  '$x$',
  ' <!-- point -->',
  '\\',
  '|',
  '; ',
  '::',
  '<br>',
  '&amp;',
];
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

function read(text: string, name: string) {
  const steps = deckInSteps(text, { name, choices: {} });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* each(given: readonly MarkdownSet[]) {
  yield* given;
}

function expectSame(text: string, name: string, given: readonly MarkdownSet[]) {
  const { decks, left } = read(text, name);
  expect(left).toEqual([]);
  expect(
    decks.map(({ title, points }) => ({
      name: title,
      points: points.map(({ text: said, question, context, tags = [] }) => ({ text: said, question, context, tags })),
    })),
  ).toEqual(given);
}

test('Markdown comes back whole', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (given) => expectSame(await joined(setsMarkdown(each(given))), 'a.md', given)),
  );
});

test('JSON comes back whole', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (given) => {
      const written = given.map(({ name, points }) => {
        const levels = name.split('::');
        return { title: levels.at(-1), folder: levels.slice(0, -1).join('::'), points };
      });
      expectSame(await joined(jsonArray(written)), 'a.json', given);
    }),
  );
});

test('CSV comes back whole', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (given) => {
      const rows = given.flatMap(({ name, points }) =>
        points.map(({ text, question, context, tags }) => [
          name,
          text,
          context,
          null,
          0,
          0,
          null,
          's',
          'p',
          question,
          tags.join(' '),
          null,
        ]),
      );
      const columns = [
        'set',
        'point',
        'context',
        'due',
        'reviews',
        'lapses',
        'deleted',
        'set_id',
        'point_id',
        'question',
        'tags',
        'suspended',
      ];
      expectSame([columns, ...rows].map(csvLine).join(''), 'a.csv', given);
    }),
  );
});
