import { expect, test } from 'vitest';

import { spokenPieces } from './spoken-pieces.ts';

test('a message is read aloud as its sentences, without markup and blocks of code', () => {
  const message =
    '# Bees\n\nThey see **ultraviolet** light. Call `see()` for it:\n\n```ts\nconst hidden = 1;\n```\n\n- One [link](https://example.org)\n---\n';
  expect(spokenPieces(message)).toEqual(['Bees', 'They see ultraviolet light.', 'Call see() for it:', 'One link']);
});

test('a long sentence is divided between words, and a long word anywhere', () => {
  const pieces = spokenPieces(`${'many words '.repeat(60)}${'x'.repeat(500)}`);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(220);
  expect(pieces.join(' ').replaceAll(' ', '')).toBe(`${'manywords'.repeat(60)}${'x'.repeat(500)}`);
});
