import { expect, test } from 'vitest';

import type { Message } from '#session/protocol.ts';

import type { Hole } from '../../protocol.ts';
import { mapRows } from './map-rows.ts';

const said = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  thread: 'trunk',
  author: 'person',
  content: `Words ${seq}`,
  seq,
  at: 0,
  status: 'complete',
  ...change,
});
const visit = { enteredAt: 0, exitedSeq: 9, exitedAt: 1, activeAt: 0, pausedMs: 0, pausedAt: null, pointsRecalled: 0 };
const hole: Hole = {
  id: 'h1',
  topic: 'lizards',
  hasFindings: true,
  visits: [
    { ...visit, enteredSeq: 4 },
    { ...visit, enteredSeq: 12 },
  ],
};

test('the map has an entry for each exchange on the trunk, and the visits that start there', () => {
  const messages = [said(1, { author: 'assistant' }), said(2), said(5, { thread: 'h1' }), said(10), said(14)];
  const rows = mapRows(messages, [hole]);
  expect(rows.map((row) => (row.kind === 'exchange' ? row.words : `${row.hole.topic} ${row.isLast}`))).toEqual([
    'Words 2',
    'lizards false',
    'Words 10',
    'lizards true',
    'Words 14',
  ]);
});

test('a long message is shortened', () => {
  const [row] = mapRows([said(2, { content: `One\n\ntwo ${'three '.repeat(40)}` })], []);
  expect(row?.kind === 'exchange' && row.words).toMatch(/^One two three .{60,70}…$/);
});
