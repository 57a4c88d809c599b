import { expect, test } from 'vitest';

import { stateOfTurn } from '../../../../../fixtures/recall-sessions/state-of-turn.ts';
import { recallMode } from '../../domain/recall-mode.ts';
import type { HelpKind } from '../protocol.ts';
import { progressOf } from './recall-state.ts';

const points = ['one', 'two'].map((id) => ({ id, text: `the point of ${id}`, context: '' }));
const turn = () => stateOfTurn({ points, said: [] });

function press(kind: HelpKind, { add, session, state } = turn(), id = 'help') {
  const decision = recallMode.decide?.(
    { session, state, now: 0, newId: 'new' },
    { type: 'request_help', id, session: 'session', kind },
  );
  return { decision, after: decision?.ok ? add(...decision.events) : null };
}

test.each([
  ['hint', 'A hint, please.', 'asks-hint'],
  ['forgotten', 'I don’t remember.', 'gives-up'],
  ['tell', 'Show me the point.', 'asks-to-be-told'],
] as const)(
  'the %s button sends a message of the person, and its words need no interpretation',
  (kind, words, intent) => {
    const { after } = press(kind);
    expect(after?.session.messages.at(-1)).toMatchObject({ id: 'help', author: 'person', content: words });
    expect(after?.state.hidden?.unread).toEqual(['help']);
    const plan = recallMode.planReply?.({ ...after!, now: 0, newId: 'new' }, 'help')?.hidden;
    expect(plan).toMatchObject({ intent });
  },
);

test('a hint is recorded: a point recalled after it is Hard at best', () => {
  const started = turn();
  const { after } = press('hint', started);
  const plan = recallMode.planReply?.({ ...after!, now: 0, newId: 'new' }, 'help')?.hidden ?? {};
  const begins = {
    type: 'reply_started',
    messageId: 'reply',
    thread: 'trunk',
    replyTo: 'help',
    hidden: plan,
  } as const;
  const begun = started.add(begins).state;
  expect(progressOf(begun.hidden!, 'one').hintedAt).toBeNull();
  const ends = { type: 'assistant_complete', messageId: 'reply', thread: 'trunk', content: 'Think of it.' } as const;
  const { state } = started.add(begins, ends);
  expect(plan).toMatchObject({ probe: { pointId: 'one', rung: 'cloze' } });
  expect(progressOf(state.hidden!, 'one')).toMatchObject({ hintedAt: expect.any(Number), toldBy: null });
  expect(state.hidden?.help).toEqual([]);
});

test('Enter alone shows a point only while it is the one asked for', () => {
  const enter = ({ session, state }: ReturnType<typeof turn>) =>
    recallMode.decide?.(
      { session, state, now: 0, newId: 'new' },
      { type: 'request_help', id: 'help', session: 'session', kind: 'tell', ifAsked: true },
    );
  const asked = turn();
  expect(enter(asked)).toMatchObject({ events: [{ type: 'help_requested' }, { type: 'user_message' }] });
  const { hidden } = asked.state;
  const questions = hidden!.questions.map((question) => ({ ...question, probe: null }));
  expect(enter({ ...asked, state: { ...asked.state, hidden: { ...hidden!, questions } } })).toEqual({
    ok: true,
    events: [],
  });
});

test('a help button in a paused session resumes it', () => {
  const started = turn();
  const paused = { ...started, ...started.add({ type: 'session_paused' }) };
  const { decision, after } = press('hint', paused);
  expect(decision).toMatchObject({
    ok: true,
    events: [{ type: 'session_resumed' }, { type: 'help_requested' }, { type: 'user_message' }],
  });
  expect(after?.session.status).toBe('open');
});

test('help is refused in a finished session, when nothing is left to recall, and twice for one id', () => {
  const over = turn();
  expect(press('tell', { ...over, ...over.add({ type: 'session_complete' }) }).decision).toMatchObject({
    reason: 'session-over',
  });
  const covered = turn();
  const state = { ...covered.state, recalledIds: ['one', 'two'] };
  expect(press('hint', { ...covered, state }).decision).toMatchObject({ reason: 'nothing-left' });
  expect(press('hint', turn(), 'opening').decision).toMatchObject({ reason: 'id-taken' });
});

test.each([true, false])(
  'a self-check of an older version can be answered with %s, also after a pause',
  (isRecalled) => {
    const started = turn();
    const asked = { type: 'self_check_asked', messageId: 'opening', pointId: 'one' } as const;
    const open = { ...started, ...started.add(asked, { type: 'session_paused' }) };
    const command = {
      type: 'answer_self_check',
      id: 'answer',
      session: 'session',
      pointId: 'one',
      isRecalled,
    } as const;
    const decision = recallMode.decide?.({ session: open.session, state: open.state, now: 0, newId: 'new' }, command);
    expect(decision).toMatchObject({
      ok: true,
      events: [
        { type: 'session_resumed' },
        { type: 'self_check_answered', messageId: 'opening', pointId: 'one', isRecalled },
        ...(isRecalled ? [{ type: 'point_recalled', pointId: 'one', recalledCount: 1, hidden: { rating: 3 } }] : []),
        { type: 'turn_reopened', hidden: { isOwn: true } },
      ],
    });
    const events = decision?.ok ? decision.events : [];
    const after = started.add(asked, { type: 'session_paused' }, ...events);
    expect(after.state).toMatchObject({ selfCheck: null, selfCheckAnswers: { opening: isRecalled } });
  },
);
