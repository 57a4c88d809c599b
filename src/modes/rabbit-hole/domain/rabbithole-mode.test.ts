import { expect, test } from 'vitest';

import type { SessionState } from '#session/protocol.ts';

import { createRabbitholeMode } from './rabbithole-mode.ts';

const mode = createRabbitholeMode(() => ({ recalledInside: 0, isCompletionPending: false }));

function opened(topic: string) {
  const session = { status: 'open', messages: [{ id: 'm1' }], messageCount: 1 } as unknown as SessionState;
  const state = { prompt: null, openId: null, holes: [] };
  const command = { type: 'open_rabbithole', id: 'c1', session: 's', topic, messageId: 'm1' } as const;
  return mode.decide?.({ session, state, newId: 'n1' } as never, command);
}

test('a hole has a name with a letter or a digit in it, of whatever script', () => {
  for (const topic of ['!!!', '…', ' — ', '🙂', '', '\u200B'])
    expect(opened(topic), topic).toMatchObject({ ok: false, reason: 'empty-topic' });
  for (const topic of ['tea!', '1848', '猫', 'é']) expect(opened(topic), topic).toMatchObject({ ok: true });
});
