import { expect, test } from 'vitest';

import { type ChatInput, confirmedBy, restoredInput } from './chat-input.ts';

const input = (id: string, content: string, change: Partial<ChatInput> = {}): ChatInput => ({
  id,
  content,
  state: 'sent',
  words: '',
  after: 3,
  since: 0,
  ...change,
});
const said = (seq: number, content: string, author = 'person') => ({ seq, content, author });

test('an input is confirmed by a later message of the person with its words', () => {
  const inputs = [input('i1', 'go  on\nplease'), input('i2', '!ls'), input('i3', 'never')];
  const messages = [said(4, 'go on please'), said(5, 'ls'), said(6, 'never', 'assistant')];
  expect([...confirmedBy(inputs, messages)]).toEqual(['i1', 'i2']);
});

test('control characters, which are not typed, do not prevent confirmation', () => {
  expect([...confirmedBy([input('i1', '\u001B[2Jgo \u0003')], [said(4, '[2Jgo')])]).toEqual(['i1']);
});

test('an earlier message confirms nothing, and each message confirms one input', () => {
  expect(confirmedBy([input('i1', 'go')], [said(3, 'go')]).size).toBe(0);
  expect([...confirmedBy([input('i1', 'go'), input('i2', 'go')], [said(4, 'go')])]).toEqual(['i1']);
});

test('input that ends Claude Code is confirmed by its end', () => {
  const words = ['exit', ' /exit ', 'quit', ':wq', 'exit the loop', 'go'];
  const inputs = words.map((content) => input(content, content));
  expect(confirmedBy(inputs, []).size).toBe(0);
  expect([...confirmedBy(inputs, [], true)]).toEqual(['exit', ' /exit ', 'quit', ':wq']);
});

test('a refused input stays until the person removes it', () => {
  expect(confirmedBy([input('i1', 'go', { state: 'draft' })], [said(4, 'go')]).size).toBe(0);
});

test('an input that was being sent waits for confirmation once it is restored', () => {
  const kept = input('i1', 'go', { state: 'sending' });
  expect(restoredInput(kept, 7)).toEqual({ ...kept, state: 'sent', since: 7 });
  expect(restoredInput({ id: 'i1' }, 7)).toBeNull();
});
