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
});

test('more than anyone thinks is an answer', () => {
  const filter = createThinkingFilter('unknown');
  expect(filter.pass('x'.repeat(64_000))).toBe('');
  expect(filter.pass('y')).toHaveLength(64_001);
});
