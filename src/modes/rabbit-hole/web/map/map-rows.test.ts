import { expect, test } from 'vitest';

import { saidMessage } from '../../../../../fixtures/spine/said-message.ts';
import type { Hole } from '../../protocol.ts';
import { mapRows } from './map-rows.ts';

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
  const messages = [
    saidMessage(1, { author: 'assistant' }),
    saidMessage(2),
    saidMessage(5, { thread: 'h1' }),
    saidMessage(10),
    saidMessage(14),
  ];
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
  const [row] = mapRows([saidMessage(2, { content: `One\n\ntwo ${'three '.repeat(40)}` })], []);
  expect(row?.kind === 'exchange' && row.words).toMatch(/^One two three .{60,70}…$/);
});
