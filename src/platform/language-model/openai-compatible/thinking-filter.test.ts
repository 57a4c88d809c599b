import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createThinkingFilter } from './thinking-filter.ts';

const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
const anyOptions = fc.record({ isExpected: fc.boolean(), isWhole: fc.boolean() });

type Options = Parameters<typeof createThinkingFilter>[0];

function filtered(text: string, options: Options, sizes: readonly number[]) {
  const filter = createThinkingFilter(options);
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

test('tagged thinking at the start is removed, and later tags are kept, for any chunk sizes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), anyOptions, anySizes, ([text, expected], options, sizes) => {
      const { shown, filter } = filtered(text, options, sizes);
      expect(shown).toBe(expected);
      expect(filter.wasShown()).toBe(false);
    }),
  );
});

test('thinking without an opening tag is removed if it is expected or the answer is whole, else it voids the answer', () => {
  fc.assert(
    fc.property(anySizes, (sizes) => {
      const text = 'The point is adenosine, so I ask.\n</think>\n\nWhat else?';
      for (const options of [{ isExpected: true }, { isWhole: true }])
        expect(filtered(text, options, sizes).shown).toBe('What else?');
      const { filter } = filtered(text, {}, sizes);
      expect([filter.wasShown(), filter.hasThinking()]).toEqual([true, true]);
    }),
  );
});

test('text that is cut before a closing tag is removed only if thinking is expected', () => {
  const cut = (options: Options) => {
    const filter = createThinkingFilter(options);
    return filter.pass('The point is aden') + filter.rest(true);
  };
  expect([cut({}), cut({ isWhole: true }), cut({ isExpected: true })]).toEqual([
    'The point is aden',
    'The point is aden',
    '',
  ]);
});

test('64,000 characters without a closing tag are an answer', () => {
  const filter = createThinkingFilter({ isExpected: true });
  expect(filter.pass('x'.repeat(64_000))).toBe('');
  expect(filter.pass('y')).toHaveLength(64_001);
});

test('streamed text is shown at once if no thinking is expected', () => {
  const filter = createThinkingFilter({});
  expect(filter.pass('Okay, the learner')).toBe('Okay, the learner');
});
