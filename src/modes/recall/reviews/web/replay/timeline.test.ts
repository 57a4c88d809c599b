import { expect, test } from 'vitest';

import type { ClientEvent } from '#session/protocol.ts';

import { begunAt, cameBy, comingAt, countUntil, nextStep, previousStep, sceneAt } from './moment.ts';
import { compressed, timelineOf } from './timeline.ts';

const START = 1_000_000;
const at = (seconds: number) => START + seconds * 1_000;
let seq = 0;
const event = (seconds: number, body: object) =>
  ({ session: 's1', seq: (seq += 1), at: at(seconds), thread: 'trunk', ...body }) as unknown as ClientEvent;

const events = [
  event(0, { type: 'session_started', messageId: 'm0', openingMessage: 'What is it?', mode: 'recall' }),
  event(1, { type: 'user_message', messageId: 'm1', content: 'Adenosine' }),
  event(1.2, { type: 'message_evaluated', messageId: 'm1' }),
  event(1.5, { type: 'point_recalled', pointId: 'p1', recalledCount: 1, totalPoints: 2 }),
  event(1.5, { type: 'reply_started', messageId: 'r1', replyTo: 'm1' }),
  event(2, { type: 'assistant_interrupted', messageId: 'r1', content: 'Right so', replyTo: 'm1', reason: 'stopped' }),
  event(3, { type: 'reply_started', messageId: 'r2', replyTo: 'm1', replaces: 'r1' }),
  event(5, { type: 'assistant_complete', messageId: 'r2', content: 'Right. So what else is there?' }),
  event(3605, { type: 'user_message', messageId: 'm2', content: 'I was away' }),
];
const timeline = timelineOf(events);
const seen = (moment: number) => begunAt(timeline, moment).map(({ message }) => message.id);

test('short silences are kept, and long ones are shortened', () => {
  expect(compressed(1_500)).toBe(1_500);
  expect(compressed(4_000)).toBe(3_000);
  expect(compressed(3_600_000)).toBe(6_000);
  expect(compressed(-5)).toBe(0);
  expect(timeline.length).toBe(5_000 + 6_000);
});

test('messages appear in order, and a retried reply disappears', () => {
  expect(seen(0)).toEqual(['m0']);
  expect(seen(1_000)).toEqual(['m0', 'm1']);
  expect(seen(2_000)).toEqual(['m0', 'm1', 'r1']);
  expect(seen(3_000)).toEqual(['m0', 'm1', 'r2']);
  expect(seen(timeline.length)).toEqual(['m0', 'm1', 'r2', 'm2']);
});

test('a shortened silence is marked', () => {
  expect(timeline.isShortened).toBe(true);
  expect(timelineOf(events.slice(0, -1)).isShortened).toBe(false);
});

test('circles fill at the same times as in the session', () => {
  expect(countUntil(timeline.recalls, 1_499, (recall) => recall.at)).toBe(0);
  expect(countUntil(timeline.recalls, 1_500, (recall) => recall.at)).toBe(1);
});

test('compare cards appear and are answered at the same times as in the session', () => {
  const row = { pointId: 'p1', text: 'A point', quote: 'a', isCertain: false };
  const { cards } = timelineOf([
    events[0]!,
    events[1]!,
    event(2, { type: 'card_shown', cardId: 'c1', messageId: 'm1', rows: [row] }),
    event(4, { type: 'card_answered', cardId: 'c1', answers: [{ pointId: 'p1', isRecalled: true }] }),
    event(5, { type: 'user_message', messageId: 'm2', content: 'And more' }),
  ]);
  const shown = cards.map((mark) => [mark.at, mark.cards[0]?.rows[0]?.decision, mark.cards[0]?.isOpen]);
  expect(shown).toEqual([
    [2_000, null, true],
    [4_000, 'recalled', false],
  ]);
});

test('a reply appears word by word over its original duration', () => {
  const reply = timeline.entries.find(({ message }) => message.id === 'r2')!;
  expect(cameBy(reply, 3_000)).toBe('');
  expect(cameBy(reply, 4_000)).toBe('Right. So what');
  expect(cameBy(reply, 5_000)).toBe('Right. So what else is there?');
});

test('a scene does not change while words arrive, and changes with everything else', () => {
  const coming = (moment: number) => comingAt(begunAt(timeline, moment), moment)?.message.id;
  expect([2_900, 3_000, 4_999, 5_000].map(coming)).toEqual([undefined, 'r2', 'r2', undefined]);
  expect(sceneAt(timeline, 3_000)).toBe(sceneAt(timeline, 4_999));
  expect(new Set([0, 1_000, 1_500, 2_000, 3_000, 5_000].map((moment) => sceneAt(timeline, moment))).size).toBe(6);
});

test('steps move from message to message', () => {
  expect(nextStep(timeline, 0)).toBe(1_000);
  expect(nextStep(timeline, timeline.length)).toBe(timeline.length);
  expect(previousStep(timeline, 1_000)).toBe(0);
  expect(previousStep(timeline, 1_200)).toBe(1_000);
  expect(previousStep(timeline, 0)).toBe(0);
});

test('ten thousand messages are laid out', () => {
  const long = Array.from({ length: 10_000 }, (_, index) =>
    event(index, { type: 'user_message', messageId: `long${index}`, content: 'word' }),
  );
  expect(timelineOf(long).entries).toHaveLength(10_000);
});
