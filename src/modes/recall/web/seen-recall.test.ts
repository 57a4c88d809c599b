import { expect, test } from 'vitest';

import type { SessionState } from '#session/protocol.ts';

import { seenRecallSession } from './seen-recall.ts';

const row = (pointId: string, decision: 'recalled' | 'missed' | null) => ({ pointId, text: pointId, decision });
const sessionWith = (recall: object) => ({ modes: { recall, other: {} } }) as unknown as SessionState;

test('of compare cards the browser keeps the points that were recalled', () => {
  const cards = [
    { cardId: 'both', rows: [row('recalled', 'recalled'), row('missed', 'missed'), row('open', null)] },
    { cardId: 'open', rows: [row('another', null)] },
  ];
  const kept = [{ cardId: 'both', rows: [row('recalled', 'recalled')] }];
  expect(seenRecallSession(sessionWith({ selfCheck: null, cards }))).toEqual(
    sessionWith({ selfCheck: null, cards: kept }),
  );
});

test('a session is not kept while a message that quotes a point waits for an answer', () => {
  expect(seenRecallSession(sessionWith({ selfCheck: { pointId: 'open' }, cards: [] }))).toBeNull();
});
