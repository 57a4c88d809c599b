import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createThinkingFilter, type Thinks } from './without-thinking.ts';

const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });

function filtered(text: string, known: Thinks, sizes: readonly number[]) {
  const filter = createThinkingFilter(known);
  let shown = '';
  for (let from = 0, index = 0; from < text.length; index += 1)
    shown += filter.pass(text.slice(from, (from += sizes[index % sizes.length] ?? 1)));
  return { shown: (shown + filter.rest(false)).trim(), filter };
}

const texts: [string, string][] = [
  ['<think>secret</think>\n\nWhat else?', 'What else?'],
  ['<Think>secret</THINK> What else?', 'What else?'],
  ['<thinking>secret</thinking>What else?', 'What else?'],
  ['\n<think>\nsecret <b> </thin </think>What <think>is</think>?', 'What <think>is</think>?'],
  ['What <think>else</think>?', 'What <think>else</think>?'],
  ['<thorough> is hard', '<thorough> is hard'],
  ['<think>secret', ''],
  ['<thi', '<thi'],
  ['', ''],
];

test('thinking at the head is left out however it is cut, and what stands later is kept', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.constantFrom<Thinks[]>('no', 'unknown', 'yes'),
      anySizes,
      ([text, expected], known, sizes) => {
        const { shown, filter } = filtered(text, known, sizes);
        expect(shown).toBe(expected);
        expect(filter.wasShown()).toBe(false);
      },
    ),
  );
});

test('thinking that no tag has opened is left out, unless the model is known not to think: then it is found out', () => {
  fc.assert(
    fc.property(anySizes, (sizes) => {
      const text = 'The point is adenosine, so I ask.\n</think>\n\nWhat else?';
      for (const known of ['unknown', 'yes'] as const) expect(filtered(text, known, sizes).shown).toBe('What else?');
      const { filter } = filtered(text, 'no', sizes);
      expect([filter.wasShown(), filter.thinks()]).toEqual([true, true]);
    }),
  );
});

test('what is cut in the middle of thinking is shown only of a model that may not think at all', () => {
  const cut = (known: Thinks) => {
    const filter = createThinkingFilter(known);
    return filter.pass('The point is aden') + filter.rest(true);
  };
  expect([cut('no'), cut('unknown'), cut('yes')]).toEqual(['The point is aden', 'The point is aden', '']);
  const filter = createThinkingFilter('unknown');
  expect(filter.pass('Okay, the learner') + filter.rest(true)).toBe('');
});

test('more than anyone thinks is an answer, of a model that thinks and of words that read as thinking', () => {
  const head = 'Okay, the user said ';
  for (const known of ['yes', 'unknown'] as const) {
    const filter = createThinkingFilter(known);
    expect(filter.pass(head + 'x'.repeat(64_000 - head.length))).toBe('');
    expect(filter.pass('y')).toHaveLength(64_001);
  }
});

test('of a model that nothing is known of no more than a head is held back, and less of what plainly is a reply', () => {
  const held = (text: string) => {
    const filter = createThinkingFilter('unknown');
    for (let at = 0; at < text.length; at++) if (filter.pass(text.charAt(at)) !== '') return at;
    return Number.POSITIVE_INFINITY;
  };
  expect(held('What do you know of it, and of the night?')).toBe('What do yo'.length);
  expect(held('Think of it. What else?')).toBe('Think of it.'.length);
  expect(held('Adenosin baut sich auf, '.repeat(20))).toBe(200);
  expect(held('Okay, noch einmal von vorn. '.repeat(20))).toBe(200);
  expect(held('Okay, the learner is right about that. '.repeat(20))).toBe(Number.POSITIVE_INFINITY);
});

test('what was held back as a head comes once and in order, however it is cut', () => {
  const texts = ['What do you know? '.repeat(30).trim(), 'Adenosin baut sich auf, '.repeat(30).trim()];
  fc.assert(
    fc.property(fc.constantFrom(...texts), anySizes, (text, sizes) => {
      expect(filtered(text, 'unknown', sizes).shown).toBe(text);
    }),
  );
});

test('a tag that is about to come keeps the head back', () => {
  const filter = createThinkingFilter('unknown');
  const thought = 'Adenosin, '.repeat(20).slice(0, 195);
  expect(filter.pass(thought) + filter.pass('</thi') + filter.pass('nk>')).toBe('');
  expect(filter.pass('Was noch?')).toBe('Was noch?');
  expect(filter.wasShown()).toBe(false);
});

test('thinking that has begun to be shown is void at its closing tag, and found out', () => {
  const filter = createThinkingFilter('unknown');
  expect(filter.pass('The point is adenosine. '.repeat(20))).not.toBe('');
  filter.pass('</think>What else?');
  expect([filter.wasShown(), filter.thinks()]).toEqual([true, true]);
});

test('where the server keeps thinking apart, words are shown from the first on', () => {
  const filter = createThinkingFilter('unknown');
  filter.keepApart();
  expect(filter.pass('Okay, the learner')).toBe('Okay, the learner');
});
