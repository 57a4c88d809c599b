import { expect, test } from 'vitest';

import { languageOf } from './code-languages.ts';
import { codeTokens } from './code-tokens.ts';

function colored(path: string, ...lines: readonly string[]): readonly (readonly string[])[] {
  const language = languageOf(path);
  if (!language) return [];
  return codeTokens(lines, language).map((tokens, index) =>
    tokens.map(({ kind, start, end }) => `${kind} ${lines[index]?.slice(start, end)}`),
  );
}

test('comments, strings, numbers and reserved words have their kinds', () => {
  expect(colored('a.ts', `const name = "it\\"s" + 42 // the "end"`)).toEqual([
    ['reserved const', 'string "it\\"s"', 'number 42', 'comment // the "end"'],
  ]);
  expect(colored('a.py', 'def f(x): # none', `  return 'a'`)).toEqual([
    ['reserved def', 'comment # none'],
    ['reserved return', `string 'a'`],
  ]);
  expect(colored('q.sql', 'Select 1 -- all')).toEqual([['reserved Select', 'number 1', 'comment -- all']]);
  expect(colored('a.html', '<p class="x">if</p>')).toEqual([['reserved <p', 'string "x"', 'reserved </p']]);
});

test('a comment and a string can span lines', () => {
  expect(colored('a.ts', '/* one', 'two "', 'three */ let x = `a', 'b` + 1')).toEqual([
    ['comment /* one'],
    ['comment two "'],
    ['comment three */', 'reserved let', 'string `a'],
    ['string b`', 'number 1'],
  ]);
});

test('an unclosed string ends with its line, and a long line has no colours', () => {
  expect(colored('a.c', 'char *s = "open', 'int x;')).toEqual([['reserved char', 'string "open'], ['reserved int']]);
  expect(colored('a.js', `let a = "${'x'.repeat(5_000)}"`)).toEqual([[]]);
});

test('a file is recognised by its extension or its name', () => {
  expect(languageOf('Dockerfile')).toBe(languageOf('x/build.sh'));
  expect(languageOf('notes.md')).toBeNull();
  expect(languageOf('LICENSE')).toBeNull();
});
