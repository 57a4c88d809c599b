import { expect, test } from 'vitest';

import { findQuote } from './find-quote.ts';
import { proseOf } from './prose.ts';

const shown = (markdown: string) =>
  proseOf(markdown).map(({ sentences }) => sentences.map((sentence) => sentence.shown));

test('lines wrapped at a width are joined, and intended line breaks remain', () => {
  expect(
    shown('A pip of a Bramley gives\na tree that is no Bramley, so every named\napple is a graft. It takes a year.\n'),
  ).toEqual([
    ['A pip of a Bramley gives a tree that is no Bramley, so every named apple is a graft.', 'It takes a year.'],
  ]);
  expect(shown('Milk from the dairy\nBread from Anna and from the new bakery\nEggs from the farm')).toEqual([
    ['Milk from the dairy', 'Bread from Anna and from the new bakery', 'Eggs from the farm'],
  ]);
  expect(shown('> A quotation goes on\n> over two lines of it.\nSaid by somebody else.')).toEqual([
    ['A quotation goes on over two lines of it.'],
    ['Said by somebody else.'],
  ]);
});

test('text that is not prose is left out, and the words around it remain', () => {
  const markdown = `---
title: Slates
tags: a, b
---
# Slates [![ci](https://ci.example/a.svg)](https://ci.example)

[![npm](https://img.example/npm.svg)](https://npm.example) [![ok][badge]][ci]

Slates were split by hand until 1890[^1], in the [quarry](https://e.example/q?a=1 "At home") above ![a map](m.png).
Dr. Owen counted 400 a day; see [the list][list] for z. B. Wales.[^2]

## Use

\`\`\`sh
slate --roof # this is a comment of code
\`\`\`

    slates = indented(code)

| year | slates |
|------|--------|
| 1890 | 400    |

- The first item is whole,
  also on its second line.
- [Elsewhere](https://e.example)
1. Water runs off a roof of slates.

<p align="center">
  A banner of the page
</p>

Setext headings count too
-------------------------

Run this:

#slate #wales/north

[badge]: https://img.example/ok.svg
[list]: https://e.example/list
[^1]: The footnote is no prose,
    and its second line neither.
[^2]: Nor is this one here.
`;
  expect(proseOf(markdown).map(({ heading, sentences }) => [heading, ...sentences.map((each) => each.shown)])).toEqual([
    [
      'Slates',
      'Slates were split by hand until 1890, in the quarry above.',
      'Dr. Owen counted 400 a day; see the list for z. B. Wales.',
    ],
    ['Use', 'The first item is whole, also on its second line.'],
    ['Use', 'Water runs off a roof of slates.'],
  ]);
});

test('a sentence is found again in its text, word for word', () => {
  const text = '> A *quotation* with [a link](https://e.example/a) goes on\n> over `two` lines[^1]. And a second one.';
  const sentences = proseOf(text).flatMap((block) => block.sentences);
  expect(sentences.map((sentence) => sentence.shown)).toEqual([
    'A quotation with a link goes on over two lines.',
    'And a second one.',
  ]);
  for (const { start, end, shown: words } of sentences) {
    expect(findQuote(text, text.slice(start, end))).toEqual({ start, end });
    expect(words).not.toContain('[');
  }
});

test('a year at the beginning of a text is not a list number, and dictation without punctuation is cut between words', () => {
  expect(shown('1789. The Bastille is stormed in July.')[0]?.join(' ')).toContain('1789. The Bastille');
  const [pieces = []] = shown(`${'and then the coal went on to '.repeat(40)}the harbour`);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.length).toBeLessThan(260);
});

test('the name of a picture or a link does not end a sentence', () => {
  const [block] = proseOf(
    '![[coal. graph.png]] Coal was dug by hand. See [[Dr. Watt. Engines]] for the pumps of that time.',
  );
  expect(block?.sentences.map(({ shown }) => shown)).toEqual([
    'Coal was dug by hand.',
    'See Dr. Watt. Engines for the pumps of that time.',
  ]);
});
