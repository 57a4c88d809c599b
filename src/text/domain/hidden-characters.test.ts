import { expect, test } from 'vitest';

import { hidesNothing, withHiddenShown } from './hidden-characters.ts';

test('a text that hides or reorders a part of itself is recognised', () => {
  for (const text of ['npm test', 'a\nb  c', 'é 猫 ⚠️ 👩‍💻']) expect(hidesNothing(text), text).toBe(true);
  for (const sign of [
    '   ',
    '\u3000\u00a0 ',
    '\u2028',
    '\u2029',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u200b',
    '\u202e',
    '\u2066',
    '\u034f',
    '\r',
    '\t',
    '\u{e0041}',
  ])
    expect(hidesNothing(`ls${sign}rm`), sign.codePointAt(0)!.toString(16)).toBe(false);
  expect(hidesNothing('⚠\u202e')).toBe(false);
});

test('hidden characters are replaced by their codes', () => {
  expect(withHiddenShown('ls\u2028\u202erm\t⚠️\n')).toBe('ls⟨U+2028⟩⟨U+202E⟩rm\t⚠️\n');
});
