import { expect, test } from 'vitest';

import type { SessionState } from '#session/protocol.ts';

import { createRabbitholeMode, messageToExamine } from './rabbithole-mode.ts';

const progress = () => ({ recalledInside: 0, isCompletionPending: false });
const hosted = createRabbitholeMode(progress);
const withoutHost = createRabbitholeMode(() => null);

function opened(topic: string, mode = hosted) {
  const session = { status: 'open', messages: [{ id: 'm1' }], messageCount: 1 } as unknown as SessionState;
  const state = { prompt: null, openId: null, holes: [] };
  const command = { type: 'open_rabbithole', id: 'c1', session: 's', topic, messageId: 'm1' } as const;
  return mode.decide?.({ session, state, newId: 'n1' } as never, command);
}

test('a hole’s name has a letter or digit of any script', () => {
  for (const topic of ['!!!', '…', ' — ', '🙂', '', '\u200B'])
    expect(opened(topic), topic).toMatchObject({ ok: false, reason: 'empty-topic' });
  for (const topic of ['tea!', '1848', '猫', 'é']) expect(opened(topic), topic).toMatchObject({ ok: true });
});

test('a hole’s name contains no direction marks', () => {
  for (const topic of ['tea\u202Eeet', '\u200Ftea', 'tea\u2069', 'te\u061Ca'])
    expect(opened(topic), topic).toMatchObject({ ok: false, reason: 'direction-marks' });
});

test('no hole begins in a session whose mode hosts none, and nothing is detected there', () => {
  expect(opened('tea', withoutHost)).toMatchObject({ ok: false, reason: 'no-host' });
  const hidden = { said: 3, cooldown: 0, cooldownAfter: 0, candidate: 'm1', found: [] };
  const state = { prompt: null, openId: null, holes: [], hidden };
  const modes = { 'rabbit-hole': state };
  const session = { status: 'open', turn: { messageId: 'm1' }, modes } as unknown as SessionState;
  expect(messageToExamine(session, progress)).toBe('m1');
  expect(messageToExamine(session, () => null)).toBeNull();
  const found = { ...state, hidden: { ...hidden, found: [{ id: 'hole', topic: 'tea', opening: null }] } };
  const enter = { type: 'enter_rabbithole', id: 'c1', session: 's', rabbitholeEventId: 'hole', topic: 'tea' } as const;
  const context = { session, state: found, now: 0, newId: 'n1' };
  expect(withoutHost.decide?.(context, enter)).toMatchObject({ ok: false, reason: 'no-host' });
});
