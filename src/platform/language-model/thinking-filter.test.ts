import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createThinkingFilter } from './thinking-filter.ts';

const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
const anyOptions = fc.record({ isExpected: fc.boolean(), isWhole: fc.boolean() });

type Options = Parameters<typeof createThinkingFilter>[0];

function filtered(text: string, options: Options = {}, sizes: readonly number[] = [1]) {
  const filter = createThinkingFilter(options);
  let shown = '';
  for (let from = 0, index = 0; from < text.length; index += 1)
    shown += filter.pass(text.slice(from, (from += sizes[index % sizes.length] ?? 1)));
  return { shown: (shown + filter.rest(false)).trim(), filter };
}

const texts: [string, string][] = [
  // Tags, also with a prefix or in the middle of an answer.
  ['<think>secret</think>\n\nWhat else?', 'What else?'],
  ['<Think>secret</THINK> What else?', 'What else?'],
  ['<thinking>secret</thinking>What else?', 'What else?'],
  ['<seed:think>secret</seed:think>What else?<seed:eos>', 'What else?'],
  ['<longcat_think>secret</longcat_think>What else?', 'What else?'],
  ['<reasoning>secret</reasoning>\nWhat else?', 'What else?'],
  ['Good.\n<think>secret</think>\nWhat else?', 'Good.\n\nWhat else?'],
  ['Good. <think>secret</think>What else?', 'Good. What else?'],
  ['<think>secret', ''],
  // Marks of other kinds.
  ['[THINK]secret [1] ◁ <b>[/THINK]What else?', 'What else?'],
  ['◁think▷secret◁/think▷What else?', 'What else?'],
  ['<|START_THINKING|>secret<|END_THINKING|><|START_RESPONSE|>What else?<|END_RESPONSE|>', 'What else?'],
  ['<|begin_of_thought|>secret<|end_of_thought|>\n<|begin_of_solution|>What else?<|end_of_solution|>', 'What else?'],
  ['<unused94>thought\nsecret<unused95>What else?', 'What else?'],
  // Channels.
  [
    '<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>What else?<|return|>',
    'What else?',
  ],
  ['<|channel|>final <|constrain|>json<|message|>{"a": [1]}', '{"a": [1]}'],
  [
    '<|start|>assistant<|channel|>commentary to=functions.x<|message|>{"secret": 1}<|call|><|start|>assistant<|channel|>final<|message|>What else?',
    'What else?',
  ],
  ['<|channel>thought\nsecret<channel|>What else?<turn|>', 'What else?'],
  // Control tokens of templates, and turns that the model invents.
  ['What else?<|im_end|>', 'What else?'],
  ['What else?<|im_end|>\n<|im_start|>user\nsecret<|im_end|>\n<|im_start|>assistant\nsecret', 'What else?'],
  ['<|im_start|>assistant\nWhat else?<|im_end|>', 'What else?'],
  [
    '<|start_header_id|>assistant<|end_header_id|>\n\nWhat else?<|eot_id|><|start_header_id|>user<|end_header_id|>secret',
    'What else?',
  ],
  ['<start_of_turn>model\nWhat else?<end_of_turn>\n<start_of_turn>user\nsecret', 'What else?'],
  ['What else?</s>\n\nsecret', 'What else?'],
  ['What else?<｜end▁of▁sentence｜><｜User｜>secret', 'What else?'],
  ['<|assistant|>What else?<|user|>secret', 'What else?'],
  ['What <|endoftext|> else?', 'What  else?'],
  // Answers about such marks.
  ['\n<think>\nsecret <b> </thin </think>What <think>is</think>?', 'What <think>is</think>?'],
  ['What <think>else</think>?', 'What <think>else</think>?'],
  [
    'It ends with `<|im_end|>`.\n\n```\n<think>\n</think>\n```',
    'It ends with `<|im_end|>`.\n\n```\n<think>\n</think>\n```',
  ],
  [
    '<thorough> is hard, a <| b |> c, 3 < 4 [THINKING] [INSTEAD] <s>no</s>',
    '<thorough> is hard, a <| b |> c, 3 < 4 [THINKING] [INSTEAD] <s>no',
  ],
  ['$<|x|>$ <|psi|> <a|b> ◁', '$<|x|>$ <|psi|> <a|b> ◁'],
  ['<thi', '<thi'],
  ['', ''],
];

test('thinking and control tokens are removed for any chunk sizes, and marks that an answer is about are kept', () => {
  for (const [text, expected] of texts)
    fc.assert(
      fc.property(anyOptions, anySizes, (options, sizes) => {
        const { shown, filter } = filtered(text, options, sizes);
        expect(shown).toBe(expected);
        expect(filter.wasShown()).toBe(false);
      }),
      { numRuns: 25 },
    );
});

test.each([
  '</think>',
  '[/THINK]',
  '</seed:think>',
  '◁/think▷',
  '<|end|><|start|>assistant<|channel|>final<|message|>',
])(
  'thinking closed only by %s is removed if it is expected or the answer is whole, otherwise it voids the answer',
  (close) => {
    fc.assert(
      fc.property(anySizes, (sizes) => {
        const text = `The point is adenosine, so I ask.\n${close}\n\nWhat else?`;
        for (const options of [{ isExpected: true }, { isWhole: true }])
          expect(filtered(text, options, sizes).shown).toBe('What else?');
        const { filter } = filtered(text, {}, sizes);
        expect([filter.wasShown(), filter.omitsOpening()]).toEqual([true, true]);
      }),
    );
  },
);

test('a model that marks both ends of its thinking is not held back later', () => {
  expect(filtered('<think>secret</think>What else?').filter.omitsOpening()).toBe(false);
});

test('text that is cut before a closing mark is removed only if thinking is expected', () => {
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

test('64,000 characters without a closing mark are an answer', () => {
  const filter = createThinkingFilter({ isExpected: true });
  expect(filter.pass('x'.repeat(64_000))).toBe('');
  expect(filter.pass('y')).toHaveLength(64_001);
});

test('streamed text is shown at once if no thinking is expected', () => {
  const filter = createThinkingFilter({});
  expect(filter.pass('Okay, the learner')).toBe('Okay, the learner');
  expect(filter.pass(' has [notes](a) <b>')).toBe(' has [notes](a) <b>');
});
