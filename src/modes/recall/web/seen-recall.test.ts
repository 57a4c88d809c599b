import { expect, test } from 'vitest';

import type { SessionState } from '#session/protocol.ts';

import { seenRecallSession } from './seen-recall.ts';

test('the browser stores only the person’s words of a recall session', () => {
  const said = { id: 'said', thread: 'trunk', author: 'person', content: 'Give me a hint.' };
  const words = 'Adenosine builds up';
  const state = {
    session: 'one',
    stack: [
      { mode: 'recall', thread: 'trunk' },
      { mode: 'rabbit-hole', thread: 'hole' },
    ],
    turn: { messageId: 'said' },
    waiting: [],
    messages: [
      said,
      { id: 'hint', thread: 'trunk', author: 'assistant', content: words, parts: [{ id: 'part', type: words }] },
      { id: 'note', thread: 'hole', author: 'notice', content: words, problem: { message: words, remedy: '' } },
    ],
    modes: {
      recall: {
        pointIds: ['open'],
        selfCheck: { pointId: 'open', messageId: 'hint' },
        cards: [{ cardId: 'card', rows: [{ pointId: 'open', text: words, decision: 'recalled' }] }],
      },
      'rabbit-hole': { holes: [{ id: 'hole', topic: words }] },
    },
  } as unknown as SessionState;
  const kept = seenRecallSession(state);
  expect(kept.messages).toMatchObject([said, { id: 'hint' }, { id: 'note' }]);
  expect(kept).toMatchObject({ modes: { recall: { pointIds: ['open'] } }, stack: [{ mode: 'recall' }] });
  expect(JSON.stringify(kept)).not.toContain(words);
});

test('sessions of other modes are stored completely', () => {
  const state = { modes: { explore: {} } } as unknown as SessionState;
  expect(seenRecallSession(state)).toBe(state);
});
