import { expect, test } from 'vitest';

import type { Message, MessagePart } from '#session/protocol.ts';

import { messagesBetween, questionsAndAnswers, writtenChat } from './written-chat.ts';

const about = (change: object = {}): MessagePart =>
  ({ id: 'about', type: 'about', standing: 'verified', feeds: ['transcript'], at: 5, ...change }) as MessagePart;
const tool = (id: string, change: object = {}): MessagePart =>
  ({ id, type: 'tool', name: 'Bash', input: { command: `run ${id}` }, output: '', ...change }) as MessagePart;

function message(seq: number, change: Partial<Message>): Message {
  const base = { id: `terminal_${seq}`, thread: 'trunk', author: 'assistant', content: '', seq, at: seq } as const;
  return { ...base, status: 'complete', parts: [about()], ...change };
}
const asked = (seq: number, content: string, change: object = {}) =>
  message(seq, { author: 'person', content, parts: [about({ said: 'prompt', ...change })] });

const chat = [
  asked(1, 'What holds the lease?\n\n# Not a heading'),
  message(2, { content: 'I look. ', parts: [tool('a'), about()] }),
  message(3, { parts: [tool('b', { isError: true }), about()] }),
  // The feeds took it back.
  message(4, { parts: [] }),
  message(5, { parts: [tool('`c`'), about()] }),
  message(6, { content: 'The *epoch* holds it.' }),
  message(7, { author: 'notice', content: '', parts: [about({ notice: 'interrupted' })] }),
  asked(8, 'And then?'),
  message(9, { content: 'Another process takes it.' }),
];

test('a chat is written with its speakers, in order, and each call of a tool on a line', () => {
  expect(writtenChat(chat)).toBe(`**You**

> What holds the lease?
>
> # Not a heading

**Claude Code**

I look.

- Bash \`run a\`
- Bash \`run b\`, failed
- Bash \`\` run \`c\` \`\`

The *epoch* holds it.

*You interrupted Claude Code*

**You**

> And then?

**Claude Code**

Another process takes it.`);
});

test('a branch left by a rewind is marked, and a denied call says so', () => {
  const left = message(1, { content: 'No.', parts: [tool('a', { ending: 'denied' }), about({ isAbandoned: true })] });
  expect(writtenChat([left])).toBe('**Claude Code**, on a branch that was left\n\nNo.\n\n- Bash `run a`, denied');
});

test('a range includes both of its ends, in either order, and the calls shown with the last', () => {
  const ids = (ends: [string, string]) => messagesBetween(chat, ends)?.map(({ seq }) => seq);
  expect(ids(['terminal_6', 'terminal_8'])).toEqual([6, 7, 8]);
  expect(ids(['terminal_8', 'terminal_6'])).toEqual([6, 7, 8]);
  expect(ids(['terminal_1', 'terminal_2'])).toEqual([1, 2, 3, 5]);
  expect(ids(['terminal_9', 'terminal_9'])).toEqual([9]);
  expect(ids(['terminal_1', 'terminal_4'])).toBeUndefined();
  expect(ids(['terminal_1', 'none'])).toBeUndefined();
});

test('findings are each question with the last answer before the next one', () => {
  const more = [
    asked(10, '/cost', { said: 'command' }),
    asked(11, 'Dropped', { queue: 'dropped' }),
    asked(12, 'Left', { isAbandoned: true }),
    message(13, { content: 'Left too.', parts: [about({ isAbandoned: true })] }),
    message(14, { content: 'Under way', status: 'streaming' }),
  ];
  expect(questionsAndAnswers([...chat, ...more]).map(({ seq }) => seq)).toEqual([1, 6, 8, 9]);
});
