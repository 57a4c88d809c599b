import fc from 'fast-check';
import { expect, test } from 'vitest';

import { countLine } from './count-lines.ts';

const line = (value: object) => JSON.stringify(value);
const user = (content: unknown, more: object = {}) =>
  line({ type: 'user', message: { role: 'user', content }, ...more });
const assistant = (content: unknown, more: object = {}) =>
  line({ type: 'assistant', message: { id: 'msg_1', role: 'assistant', content }, ...more });

test.each([
  ['an empty line', ' \r', {}],
  ['a prompt', user('Hello'), { lines: 1, userTexts: 1 }],
  ['a prompt of blocks', user([{ type: 'text', text: 'Hello' }, { type: 'image' }]), { lines: 1 }],
  ['what the CLI put in', user('Caveat', { isMeta: true }), { lines: 1 }],
  ['a compaction summary', user('Summary', { isCompactSummary: true }), { lines: 1 }],
  ['results', user([{ type: 'tool_result', tool_use_id: 'a' }, { type: 'tool_result' }]), { lines: 1, toolResults: 2 }],
  [
    'an answer',
    assistant([
      { type: 'thinking', thinking: '' },
      { type: 'text', text: 'A' },
      { type: 'tool_use', id: 'a', name: 'Bash' },
    ]),
    { lines: 1, thinkingBlocks: 1, assistantTexts: 1, toolUses: 1 },
  ],
  ['a sidechain', assistant([{ type: 'text', text: 'A' }], { isSidechain: true }), { lines: 1, sidechainLines: 1 }],
  ['a title', line({ type: 'ai-title', aiTitle: 'x' }), { lines: 1 }],
  ['something new', line({ type: 'hologram' }), { lines: 1, unknownTypes: 1 }],
  ['something without a type', line({}), { lines: 1, unknownTypes: 1 }],
  ['half a line', '{"type":"user","mess', { lines: 1, brokenLines: 1 }],
  ['a list', '[1]', { lines: 1, brokenLines: 1 }],
  ['a text', '"user"', { lines: 1, brokenLines: 1 }],
])('%s', (_, given, expected) => {
  const counted = Object.fromEntries(Object.entries(countLine(given)).filter(([, figure]) => figure !== 0));
  expect(counted).toEqual(expected);
});

test('any line is counted, whatever it is', () => {
  const strange = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('user', 'assistant', 'system', 'summary', 3),
        message: fc.jsonValue(),
        uuid: fc.jsonValue(),
      })
      .map(line),
    fc.array(fc.jsonValue()).map((content) => assistant(content)),
    fc.array(fc.jsonValue()).map((content) => user(content)),
  );
  fc.assert(
    fc.property(strange, (text) => {
      expect(countLine(text).lines ?? 0).toBe(text.trim() === '' ? 0 : 1);
    }),
  );
});
