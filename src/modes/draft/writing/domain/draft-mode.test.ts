import { expect, test } from 'vitest';

import { exploreMode } from '#modes/explore/asking/domain/explore-mode.ts';
import { decide } from '#session/domain/decide.ts';
import { record } from '#session/domain/deciding/decision-context.ts';
import type { EventBody } from '#session/domain/event.ts';
import { createFold } from '#session/domain/fold.ts';
import { anyMode } from '#session/domain/mode.ts';
import { NOTHING_SHOWN } from '#session/domain/parts.ts';
import type { MessagePart, SessionState } from '#session/protocol.ts';

import { draftMode } from './draft-mode.ts';

const modes = { explore: anyMode(exploreMode), draft: anyMode(draftMode) };
const fold = createFold(modes);
const head = { id: 'draft-1', type: 'draft', block: 1, at: 0, title: 'Salt', isOpen: true };

/** A session whose last reply ended early, at its limit. */
function cut(mode: 'explore' | 'draft', parts: readonly object[]): SessionState {
  const start = { type: 'session_started', mode: 'explore', title: 'Salt', agent: 'Strategist' } as const;
  let state = fold(null, record(start, { session: 's', head: 0 }, 1));
  const add = (body: EventBody) => (state = fold(state, record(body, state, 1)));
  if (mode === 'draft') add({ type: 'mode_entered', mode: 'draft', thread: 'trunk' });
  add({ type: 'user_message', messageId: 'm1', thread: 'trunk', content: 'Salt' });
  add({ type: 'reply_started', messageId: 'r1', thread: 'trunk', replyTo: 'm1' });
  add({
    type: 'assistant_interrupted',
    messageId: 'r1',
    thread: 'trunk',
    replyTo: 'm1',
    content: 'Words.',
    reason: 'limit',
    parts: parts as MessagePart[],
    agent: 'Writer',
  });
  return state;
}

const exploring = (state: SessionState): SessionState => ({ ...state, stack: state.stack.slice(0, 1) });
function asked(session: SessionState, type: 'continue_reply' | 'retry_reply') {
  const context = { modes, fold, now: 1, newId: 'n1', shown: NOTHING_SHOWN };
  const decision = decide(session, { type, id: 'c1', session: 's' }, context);
  return decision.ok ? 'accepted' : decision.reason;
}

test.each(['continue_reply', 'retry_reply'] as const)('%s of a draft is the writer’s alone', (type) => {
  const drafting = cut('draft', [head]);
  expect(drafting.stack.map(({ mode }) => mode)).toEqual(['explore', 'draft']);
  expect(asked(exploring(drafting), type)).toBe('not-drafting');
  expect(asked(drafting, type)).toBe('accepted');
  expect(asked(cut('explore', []), type)).toBe('accepted');
  expect(asked(exploring(cut('draft', [])), type)).toBe('accepted');
});
