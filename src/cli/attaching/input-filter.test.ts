import { expect, test } from 'vitest';

import { InputFilter } from '../commands/attach.ts';

test('input passes through, including keys with modifiers', () => {
  for (const typed of [
    'ls -l\r',
    '\u001B',
    '\u001B[A',
    '\u001BOP',
    '\u001B[1;5C',
    '\u001B[1;2R',
    '\u001B[200~two\rlines\u001B[201~',
    '\u001B[<0;10;4M',
    '\u00C3\u00A9',
  ])
    expect(new InputFilter().take(typed)).toEqual({ text: typed, leaves: false });
});

test('answers of the person’s own terminal are removed, also if they arrive in pieces', () => {
  const answers = [
    '\u001B[?64;1;2c',
    '\u001B[>0;276;0c',
    '\u001B[24;80R',
    '\u001B[0n',
    '\u001B[?2026;2$y',
    '\u001B[?1u',
    '\u001B[4;600;800t',
    '\u001B]11;rgb:0000/0000/0000\u001B\\',
    '\u001B]4;1;rgb:ffff/0000/0000\u0007',
    '\u001BP>|xterm(390)\u001B\\',
  ];
  for (const answer of answers) {
    for (let cut = 2; cut < answer.length; cut++) {
      const filter = new InputFilter();
      const [before, after] = [filter.take(`a${answer.slice(0, cut)}`), filter.take(`${answer.slice(cut)}b`)];
      expect(before.text + after.text, JSON.stringify([answer, cut])).toBe('ab');
    }
  }
});

test('Ctrl-\\ leaves, and earlier input is sent', () => {
  expect(new InputFilter().take('exit\u001Crest')).toEqual({ text: 'exit', leaves: true });
  expect(new InputFilter().take('\u001B[92;5u')).toEqual({ text: '', leaves: true });
});
