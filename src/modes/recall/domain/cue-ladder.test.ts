import { expect, test } from 'vitest';

import { nextPlan, openingPlan } from './cue-ladder.ts';
import type { RecallHidden, ReplyPlan } from './recall-state.ts';

const points = ['a', 'b', 'c'].map((id) => ({ id, text: `text of ${id}`, context: '' }));
const missed = { intent: 'answers', verdict: 'absent', recalledSome: false, sawQuestion: true } as const;

function hiddenWith(probe: ReplyPlan['probe'], told: string[] = []): RecallHidden {
  const progress = Object.fromEntries(
    told.map((id, index) => [id, { asked: 1, askedAt: told.length - index, isHinted: true, toldBy: 'reply' }]),
  );
  const lastPlan = { ...openingPlan(points), probe, replyTo: 'm', replyId: 'r', seq: 1 };
  return { points, progress, unread: [], lastReading: null, lastPlan, troubleNoted: false };
}
const at = (pointId: string, rung: 'open' | 'narrower' | 'cloze' | 'first-letters', asked = 0) => ({
  pointId,
  rung,
  asked,
});

test('a session opens with an open question on its first point', () => {
  expect(openingPlan(points)).toMatchObject({ probe: at('a', 'open'), tellId: null });
});

test('an answer that misses moves the same point up, rung by rung', () => {
  expect(nextPlan(hiddenWith(at('a', 'open')), points, missed).probe).toEqual(at('a', 'narrower'));
  expect(nextPlan(hiddenWith(at('a', 'narrower')), points, missed).probe).toEqual(at('a', 'cloze'));
  expect(nextPlan(hiddenWith(at('a', 'cloze')), points, missed).probe).toEqual(at('a', 'first-letters'));
  expect(nextPlan(hiddenWith(at('a', 'first-letters')), points, missed).probe).toEqual(at('a', 'first-letters', 1));
});

test('when every rung has failed the point is told, and another one is asked for', () => {
  const plan = nextPlan(hiddenWith(at('a', 'first-letters', 1)), points, missed);
  expect(plan).toMatchObject({ tellId: 'a', probe: at('b', 'open'), isNewPoint: true });
});

test('an answer that comes near gets one more try on the same rung', () => {
  const near = { ...missed, verdict: 'partial' } as const;
  expect(nextPlan(hiddenWith(at('a', 'open')), points, near).probe).toEqual(at('a', 'open', 1));
  expect(nextPlan(hiddenWith(at('a', 'open', 1)), points, near).probe).toEqual(at('a', 'narrower'));
});

test('recalling another point costs no rung', () => {
  const open = points.filter((point) => point.id !== 'b');
  expect(nextPlan(hiddenWith(at('a', 'cloze')), open, { ...missed, recalledSome: true }).probe).toEqual(
    at('a', 'cloze', 1),
  );
});

test('a hint and giving up each move up at once, and tell where there is no further cue', () => {
  for (const intent of ['asks-hint', 'gives-up'] as const) {
    expect(nextPlan(hiddenWith(at('a', 'open')), points, { ...missed, intent }).probe).toEqual(at('a', 'narrower'));
    expect(nextPlan(hiddenWith(at('a', 'first-letters')), points, { ...missed, intent }).tellId).toBe('a');
  }
});

test('whoever asks to be told is told', () => {
  const plan = nextPlan(hiddenWith(at('a', 'open')), points, { ...missed, intent: 'asks-to-be-told' });
  expect(plan).toMatchObject({ tellId: 'a', probe: at('b', 'open') });
});

test('a recalled point is not asked for again: the next one is', () => {
  const plan = nextPlan(hiddenWith(at('a', 'cloze')), points.slice(1), {
    ...missed,
    verdict: 'expressed',
    recalledSome: true,
  });
  expect(plan).toMatchObject({ probe: at('b', 'open'), isNewPoint: true, tellId: null });
});

test('what was told comes back, after the others', () => {
  const recalled = { ...missed, verdict: 'expressed', recalledSome: true } as const;
  const open = points.filter((point) => point.id !== 'b');
  expect(nextPlan(hiddenWith(at('b', 'open'), ['a']), open, recalled).probe).toEqual(at('c', 'open'));
  expect(nextPlan(hiddenWith(at('c', 'open'), ['a']), points.slice(0, 1), recalled).probe).toEqual(at('a', 'open'));
});

test('the only point left is told and asked for once more', () => {
  const plan = nextPlan(hiddenWith(at('a', 'open')), points.slice(0, 1), { ...missed, intent: 'asks-to-be-told' });
  expect(plan).toMatchObject({ tellId: 'a', probe: at('a', 'open'), isNewPoint: false });
});

test('with every point recalled nothing is asked', () => {
  expect(nextPlan(hiddenWith(at('a', 'open')), [], { ...missed, recalledSome: true }).probe).toBeNull();
});

test('when all were told, the one asked for longest ago comes next: none is left out', () => {
  const hidden = hiddenWith(at('c', 'first-letters', 1), ['a', 'b', 'c']);
  expect(nextPlan(hidden, points, missed)).toMatchObject({ tellId: 'c', probe: at('b', 'open') });
});

test('what was written before the question came does not count as a miss of it', () => {
  for (const intent of ['answers', 'asks-hint', 'gives-up', 'asks-to-be-told'] as const)
    expect(nextPlan(hiddenWith(at('a', 'cloze')), points, { ...missed, intent, sawQuestion: false })).toMatchObject({
      probe: at('a', 'cloze', 1),
      tellId: null,
    });
});
