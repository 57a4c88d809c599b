import { expect, test } from 'vitest';

import { nextPlan, openingPlan } from './cue-ladder.ts';
import { lastQuestion } from './questions.ts';
import type { RecallHidden, ReplyPlan } from './recall-state.ts';

const points = ['a', 'b', 'c'].map((id) => ({ id, text: `text of ${id}`, context: '' }));
const missed = {
  intent: 'answers',
  isNoAttempt: false,
  verdict: 'absent',
  recalledSome: false,
  sawQuestion: true,
  isUnread: false,
} as const;

function hiddenWith(probe: ReplyPlan['probe'], told: string[] = []): RecallHidden {
  const progress = Object.fromEntries(
    told.map((id, index) => [id, { asked: 1, askedAt: told.length - index, hintedAt: 1, toldBy: 'reply', toldAt: 1 }]),
  );
  const question = { replyTo: 'm', replyId: 'r', askedAt: 1, askedSince: 1, shownAt: 1, answered: null, toTell: null };
  return {
    points,
    progress,
    unread: [],
    toReadAgain: [],
    unreadInside: [],
    inside: { recalledIds: [], lastRead: null, trouble: null },
    insideSeenFrom: null,
    answering: [],
    help: [],
    lastAnswer: null,
    tangentIn: null,
    questions: [{ ...openingPlan(points), probe, ...question }],
    cards: [],
    shownIds: [],
    notedTroubles: [],
  };
}
const at = (pointId: string, rung: 'open' | 'narrower' | 'cloze' | 'first-letters', asked = 0) => ({
  pointId,
  rung,
  asked,
});

test('a session begins with an open question about its first point', () => {
  expect(openingPlan(points)).toMatchObject({ probe: at('a', 'open'), tellId: null });
});

test('an answer that misses moves the same point up one rung', () => {
  expect(nextPlan(hiddenWith(at('a', 'open')), points, missed).probe).toEqual(at('a', 'narrower'));
  expect(nextPlan(hiddenWith(at('a', 'narrower')), points, missed).probe).toEqual(at('a', 'cloze'));
  expect(nextPlan(hiddenWith(at('a', 'cloze')), points, missed).probe).toEqual(at('a', 'first-letters'));
  expect(nextPlan(hiddenWith(at('a', 'first-letters')), points, missed).probe).toEqual(at('a', 'first-letters', 1));
});

test('a point is told after every rung failed, and then another point is asked for', () => {
  const plan = nextPlan(hiddenWith(at('a', 'first-letters', 1)), points, missed);
  expect(plan).toMatchObject({ tellId: 'a', probe: at('b', 'open'), isNewPoint: true });
});

test.each(['partial', 'expressed', 'contradicted'] as const)(
  'an answer with verdict %s gets one more try',
  (verdict) => {
    const near = { ...missed, verdict };
    expect(nextPlan(hiddenWith(at('a', 'open')), points, near).probe).toEqual(at('a', 'open', 1));
    expect(nextPlan(hiddenWith(at('a', 'open', 1)), points, near).probe).toEqual(at('a', 'narrower'));
  },
);

test('small talk, a question and a tangent do not move the point up, on any rung', () => {
  const talked = { ...missed, isNoAttempt: true };
  for (const rung of ['open', 'narrower', 'cloze', 'first-letters'] as const)
    expect(nextPlan(hiddenWith(at('a', rung)), points, talked)).toMatchObject({ probe: { rung }, tellId: null });
});

test('recalling another point costs no rung', () => {
  const open = points.filter((point) => point.id !== 'b');
  expect(nextPlan(hiddenWith(at('a', 'cloze')), open, { ...missed, recalledSome: true }).probe).toEqual(
    at('a', 'cloze', 1),
  );
});

test('forgetting acts like a hint: one rung up, and after the last cue was asked twice the point is told', () => {
  for (const intent of ['asks-hint', 'gives-up'] as const) {
    const helped = { ...missed, intent };
    expect(nextPlan(hiddenWith(at('a', 'open')), points, helped).probe).toEqual(at('a', 'narrower'));
    expect(nextPlan(hiddenWith(at('a', 'first-letters')), points, helped)).toMatchObject({
      tellId: null,
      probe: at('a', 'first-letters', 1),
    });
    expect(nextPlan(hiddenWith(at('a', 'first-letters', 1)), points, helped)).toMatchObject({ tellId: 'a' });
  }
});

test('on the last rung, recalling other points never tells the one asked for', () => {
  const open = points.filter(({ id }) => id !== 'b');
  const recalled = { ...missed, recalledSome: true };
  expect(nextPlan(hiddenWith(at('a', 'first-letters', 1)), open, recalled)).toMatchObject({
    probe: at('a', 'first-letters', 1),
    tellId: null,
  });
});

test('a person who asks to be told gets the point told', () => {
  const plan = nextPlan(hiddenWith(at('a', 'open')), points, { ...missed, intent: 'asks-to-be-told' });
  expect(plan).toMatchObject({ tellId: 'a', probe: at('b', 'open') });
});

test('after a point is recalled, the next one is asked for', () => {
  const plan = nextPlan(hiddenWith(at('a', 'cloze')), points.slice(1), {
    ...missed,
    verdict: 'expressed',
    recalledSome: true,
  });
  expect(plan).toMatchObject({ probe: at('b', 'open'), isNewPoint: true, tellId: null });
});

test('a told point returns after the others', () => {
  const recalled = { ...missed, verdict: 'expressed', recalledSome: true } as const;
  const open = points.filter((point) => point.id !== 'b');
  expect(nextPlan(hiddenWith(at('b', 'open'), ['a']), open, recalled).probe).toEqual(at('c', 'open'));
  expect(nextPlan(hiddenWith(at('c', 'open'), ['a']), points.slice(0, 1), recalled).probe).toEqual(at('a', 'open'));
});

test('the only remaining point is told and asked for once more', () => {
  const plan = nextPlan(hiddenWith(at('a', 'open')), points.slice(0, 1), { ...missed, intent: 'asks-to-be-told' });
  expect(plan).toMatchObject({ tellId: 'a', probe: at('a', 'open'), isNewPoint: false });
});

test('nothing is asked when every point is recalled', () => {
  expect(nextPlan(hiddenWith(at('a', 'open')), [], { ...missed, recalledSome: true }).probe).toBeNull();
});

test('when all points were told, the one asked for longest ago comes next', () => {
  const hidden = hiddenWith(at('c', 'first-letters', 1), ['a', 'b', 'c']);
  expect(nextPlan(hidden, points, missed)).toMatchObject({ tellId: 'c', probe: at('b', 'open') });
});

test('a message written before the question was shown does not miss it', () => {
  for (const intent of ['answers', 'asks-hint', 'gives-up', 'asks-to-be-told'] as const)
    expect(nextPlan(hiddenWith(at('a', 'cloze')), points, { ...missed, intent, sawQuestion: false })).toMatchObject({
      probe: at('a', 'cloze', 1),
      tellId: null,
    });
});

test('a point given away while it was asked for is postponed and not told again', () => {
  const hidden = hiddenWith(at('a', 'narrower'), ['a']);
  const slipped = { ...hidden, progress: { a: { asked: 1, askedAt: 1, hintedAt: 1, toldBy: 'r', toldAt: 1 } } };
  expect(nextPlan(slipped, points, missed)).toMatchObject({ probe: at('b', 'open'), tellId: null, isNewPoint: true });
});

test('the only remaining point, told and asked for once more, gets cues again', () => {
  const hidden = hiddenWith(at('a', 'open'));
  const progress = { a: { asked: 1, askedAt: 1, hintedAt: 1, toldBy: 'r', toldAt: 1 } };
  const told = { ...hidden, progress, questions: [{ ...lastQuestion(hidden)!, tellId: 'a' }] };
  expect(nextPlan(told, points.slice(0, 1), missed)).toMatchObject({ probe: at('a', 'narrower'), tellId: null });
});

test('an answer that could not be evaluated costs no rung and no try, but a plea for help does', () => {
  const unread = { ...missed, verdict: null, isUnread: true } as const;
  expect(nextPlan(hiddenWith(at('a', 'cloze')), points, unread)).toMatchObject({
    probe: at('a', 'cloze'),
    isUnread: true,
  });
  expect(nextPlan(hiddenWith(at('a', 'first-letters', 1)), points, unread)).toMatchObject({
    probe: at('a', 'first-letters', 1),
    tellId: null,
  });
  expect(nextPlan(hiddenWith(at('a', 'cloze')), points, { ...unread, intent: 'gives-up' }).probe).toEqual(
    at('a', 'first-letters'),
  );
});

test('on the last rung, unseen questions do not count', () => {
  const unseen = { ...missed, sawQuestion: false } as const;
  expect(nextPlan(hiddenWith(at('a', 'first-letters')), points, unseen).probe).toEqual(at('a', 'first-letters'));
});

test('a point that is still owed is told next, and then its question is asked', () => {
  const hidden = hiddenWith(at('b', 'open'));
  const owing = { ...lastQuestion(hidden)!, tellId: 'a', isNewPoint: true, shownAt: null, toTell: 'a' };
  const questions = [...hidden.questions, owing];
  expect(nextPlan({ ...hidden, questions }, points, missed)).toMatchObject({
    tellId: 'a',
    probe: at('b', 'open'),
    isNewPoint: true,
  });
  const open = points.filter(({ id }) => id !== 'a');
  expect(nextPlan({ ...hidden, questions }, open, missed).tellId).toBeNull();
});

test('a reply without words does not count as a question', () => {
  const hidden = hiddenWith(at('a', 'open'));
  const unseen = { ...lastQuestion(hidden)!, probe: at('a', 'cloze'), askedAt: 7, shownAt: null };
  expect(nextPlan({ ...hidden, questions: [...hidden.questions, unseen] }, points, missed).probe).toEqual(
    at('a', 'narrower'),
  );
});
