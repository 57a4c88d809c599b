import { expect, test } from 'vitest';

import { sendKeyOf } from './send-key.ts';

const chat = (bindings: object, context = 'Chat') => sendKeyOf(JSON.stringify({ bindings: [{ context, bindings }] }));
const NEWLINE = 'chat:newline';
const SUBMIT = 'chat:submit';

test('Return sends unless the person gave it another meaning in the chat', () => {
  for (const text of ['', 'no JSON', '[]', '{}', '{"bindings":[null,7,{"context":"Chat"}]}', '{"bindings":{}}'])
    expect(sendKeyOf(text), text).toBe('\r');
  expect(chat({ 'ctrl+s': SUBMIT })).toBe('\r');
  expect(chat({ enter: SUBMIT })).toBe('\r');
  expect(chat({ enter: NEWLINE }, 'Settings')).toBe('\r');
});

test.each([
  ['alt+enter', '\u001B\r'],
  ['Meta+Return', '\u001B\r'],
  ['ctrl+enter', '\u001B[13;5u'],
  ['shift+enter', '\u001B[13;2u'],
  ['ctrl+s', '\u0013'],
  ['alt+s', '\u001Bs'],
  ['ctrl+alt+s', '\u001B\u0013'],
  ['ctrl+shift+s', '\u001B[115;6u'],
  ['ctrl+x ctrl+s', '\u0018\u0013'],
])('%s sends if it is bound to that', (key, bytes) => {
  expect(chat({ enter: NEWLINE, [key]: SUBMIT })).toBe(bytes);
});

test('no key is known if none is bound, or only one that no terminal transmits', () => {
  for (const more of [{}, { 'cmd+enter': SUBMIT }, { s: SUBMIT }, { f13: SUBMIT }, { 'ctrl+s': 'chat:stash' }])
    expect(chat({ enter: NEWLINE, ...more }), JSON.stringify(more)).toBeNull();
  expect(chat({ enter: null })).toBeNull();
  expect(chat({ enter: null, 'super+enter': SUBMIT, 'alt+enter': SUBMIT })).toBe('\u001B\r');
});
