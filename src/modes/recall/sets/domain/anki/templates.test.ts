import { expect, test } from 'vitest';

import { parseTemplate, renderTemplate, revealDeletions } from './templates.ts';

const fields = new Map([
  ['Front', 'dog'],
  ['Empty', '<br>&nbsp; '],
  ['Picture', '<img src="a.png">'],
  ['Japanese', ' 日本[にほん]語[ご]'],
  ['Text', '{{c1::Bern::city}} and {{c2,3::Basel}}'],
]);
const render = (template: string, of: { deletion?: number; isQuestion?: boolean } = {}) =>
  renderTemplate(parseTemplate(template), { fields, deletion: null, isQuestion: true, ...of });

test.each([
  ['{{Front}} {{ Front }} {{{Front}}}', 'dog dog dog}'],
  ['{{#Front}}a{{Front}}{{/Front}}{{^Front}}b{{/Front}}', 'adog'],
  ['{{#Empty}}a{{/Empty}}{{^Empty}}b{{/Empty}}{{#Picture}}c{{/Picture}}', 'bc'],
  ['{{#Front}}{{#Empty}}a{{/Empty}}b{{/Front}}c', 'bc'],
  ['{{#Front}}a{{/Other}}b', 'ab'],
  ['{{^Unknown}}a{{/Unknown}}{{Unknown}}{{FrontSide}}', 'a'],
  ['a<!-- {{Front}} {{#x}} -->b<!-- c', 'ab c'],
  ['a {{ b', 'a {{ b'],
  ['{{furigana:Japanese}} {{kana:Japanese}} {{kanji:Japanese}}', '日本(にほん)語(ご) にほんご 日本語'],
  ['{{hint:Front}}{{hint:Empty}}|{{type:Front}}|{{tts en_US:Front}}|{{unknown:Front}}', ' (dog) |||dog'],
])('%s renders to %j', (template, html) => {
  expect(render(template)).toBe(html);
});

test('a typed field is part of the answer', () => {
  expect(render('{{type:Front}}{{type:nc:Front}}', { isQuestion: false })).toBe('dogdog');
});

test('a deletion becomes a gap with its hint, and so do all deletions with the same number', () => {
  expect(render('{{cloze:Text}}', { deletion: 1 })).toBe('____ (city) and Basel');
  expect(render('{{cloze:Text}}', { deletion: 3 })).toBe('Bern and ____');
  expect(render('{{cloze:Text}}', { deletion: 1, isQuestion: false })).toBe('Bern and Basel');
  expect(render('{{cloze:Text}}{{#c2}}x{{/c2}}', { deletion: 4 })).toBe('');
  expect(render('{{#c2}}only the second{{/c2}}', { deletion: 2 })).toBe('only the second');
});

test.each([
  ['{{c1::a {{c2::b}} c}}', '____'],
  ['{{c2::a {{c1::b}} c}}', 'a ____ c'],
  ['{{c1::a}} }} b', '____ }} b'],
  ['{{c1::a', 'a'],
  ['{{c2::a}}', null],
  ['a', null],
])('of %s the first deletion is asked for as %j', (text, shown) => {
  expect(revealDeletions(text, { number: 1, isQuestion: true })).toBe(shown);
});
