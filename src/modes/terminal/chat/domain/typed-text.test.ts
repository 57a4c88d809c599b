import { expect, test } from 'vitest';

import { cleanInput, isInField, isVisible, typedText } from './typed-text.ts';

const pasted = (text: string) => `\u001B[200~${text}\u001B[201~`;

test('no message can end the paste or control the terminal', () => {
  expect(typedText('a\u001B[201~\u0003b\u009B201~\r\nc\rd')).toBe(pasted('a[201~b201~\nc\nd'));
});

test.each([
  ['look at @no', 'look at @no '],
  ['@no', '@no '],
  ['look at @"my notes.md"', 'look at @"my notes.md" '],
  ['look at @"my no', 'look at @"my no '],
  ['ends with \\', 'ends with \\ '],
  ['ada@example.org', 'ada@example.org'],
  ['see @notes.md now', 'see @notes.md now'],
])('a return behind %j sends it unchanged', (content, expected) => {
  expect(cleanInput(content)).toBe(expected);
  expect(typedText(content)).toBe(pasted(expected));
});

test('commands are typed, and no tab completes them', () => {
  expect(typedText('/cos')).toBe('/cos');
  expect(typedText('/cost\tx')).toBe('/cost x');
  expect(typedText('/review @no')).toBe('/review @no ');
  expect(typedText('!ls\t-l')).toBe('!ls -l');
  expect(typedText('/one\ntwo')).toBe(pasted('/one\ntwo'));
});

test('a message without a visible character is not a message', () => {
  const blank = ['', ' \n\t', '\u200B', '\u202E\u2066\uFEFF', '\u3164', '\u2800', '\u00A0'];
  expect(blank.filter(isVisible)).toEqual([]);
  expect(['a', '語', '🎉', '.'].every(isVisible)).toBe(true);
});

test.each([
  ['hello there', 'hello there'],
  ['hello\nthere', 'hello there'],
  ['', '🎉'],
  ['echo hi', '!echo hi'],
  ['/cost', '/cost '],
  ['cafe\u0301 語', 'café\t語'],
  ['(a|b)* [x] $1', '(a|b)* [x] $1'],
  ['[Pasted text #1 +12 lines]', 'one\ntwo'],
  ['draft [Pasted text #2]', 'draft and much more'],
  ['[Image #1] what is it', '/tmp/a.png what is it'],
  ['a [Image #1] b [Image #2] c', 'a one.png b two.png b c'],
  ['[Image #1]a'.repeat(40), 'a'.repeat(2_000)],
])('the field that shows %j holds %j', (shown, text) => {
  expect(isInField(shown, text)).toBe(true);
});

test.each([
  ['hello therex', 'hello there'],
  ['hello', 'hello there'],
  ['xhello there', 'hello there'],
  ['', 'hello'],
  ['draft [Pasted text #2] more', 'draft and much'],
  ['ab [Image #1] bc', 'abc'],
  ['[Image #1]a'.repeat(40) + 'b', 'a'.repeat(2_000)],
])('the field that shows %j does not hold %j', (shown, text) => {
  expect(isInField(shown, text)).toBe(false);
});
