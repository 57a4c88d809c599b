import { expect, test } from 'vitest';

import { AttentionSignals } from './attention-signals.ts';

const ESC = '\u001B';
const bytes = new TextEncoder().encode(
  [
    `words${ESC}[31m`,
    '\u0007',
    `${ESC}]0;a title\u0007`,
    `${ESC}]9;Approval wanted: größe\u0007`,
    `${ESC}]9;4;1;50\u0007`,
    `${ESC}]777;notify;Codex;is done${ESC}\\`,
    `${ESC}Pa\u0007`,
    `${ESC}]9;\u0018not a text\u0007`,
  ].join(''),
);
const FOUND = [
  { kind: 'bell' },
  { kind: 'notification', text: 'Approval wanted: größe' },
  { kind: 'notification', text: 'Codex: is done' },
  { kind: 'bell' },
];

test('only bells and notifications are found, wherever the output is split', () => {
  expect(new AttentionSignals().take(bytes)).toEqual(FOUND);
  for (let size = 1; size < 20; size += 1) {
    const signals = new AttentionSignals();
    const found = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      signals.take(bytes.subarray(at * size, (at + 1) * size)),
    );
    expect(found.flat(), String(size)).toEqual(FOUND);
  }
});
