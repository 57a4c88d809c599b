import fc from 'fast-check';
import { expect, test } from 'vitest';

import { piecesOf, tellingStems } from '#text/domain/key-terms.ts';

import { rungs, type Rung } from '../../../asking/domain/rung.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { type TutorRequest } from '../tutor-request.ts';
import { saysAllOf } from './leak.ts';
import { composeOpening, composeReply } from './reply.ts';

const caffeine: Point = { id: '1', text: 'Caffeine blocks adenosine receptors in the brain', context: '' };

function requestFor(rung: Rung, change: Partial<TutorRequest> = {}): TutorRequest {
  return {
    title: 'Caffeine and sleep',
    instructions: '',
    history: [{ author: 'person', content: 'well' }],
    intent: 'answers',
    recalledBefore: [],
    recalledNow: [],
    tell: null,
    probe: { point: caffeine, rung, asked: 0 },
    isNewPoint: false,
    verdictOnLast: null,
    feedback: '',
    missing: '',
    remaining: 3,
    begun: null,
    ...change,
  };
}

test('each rung gives away more than the previous one', () => {
  expect(rungs.map((rung) => composeReply(requestFor(rung)))).toEqual([
    'What else do you remember about “Caffeine and sleep”?',
    'One of the points is about “Caffeine”. What is said about it?',
    'Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____”',
    'With the first letters: which words are they?\n\n“Caffeine blocks a________ r________ in the b____”',
  ]);
});

test('a repeated question is worded differently', () => {
  for (const rung of rungs) {
    const asked = [0, 1, 2].map((times) =>
      composeReply(requestFor(rung, { probe: { point: caffeine, rung, asked: times } })),
    );
    expect(new Set(asked).size).toBe(3);
  }
});

test('the gaps stay the same when repeated, because two different choices would reveal the text', () => {
  const gapsOf = (asked: number) =>
    composeReply(requestFor('cloze', { probe: { point: caffeine, rung: 'cloze', asked } }))
      .split('\n')
      .at(-1);
  expect(gapsOf(1)).toBe(gapsOf(0));
});

test('a point with a heading is asked for by its heading', () => {
  const probe = { point: { ...caffeine, context: 'How it works' }, rung: 'open', asked: 0 } as const;
  expect(composeReply(requestFor('open', { probe, history: [] }))).toBe('What do you remember under “How it works”?');
});

test('a told point is in the reply, followed by the next question', () => {
  const tell: Point = { id: '2', text: 'Deep sleep gets shorter', context: '' };
  expect(composeReply(requestFor('open', { tell, intent: 'asks-to-be-told' }))).toBe(
    'It is this: Deep sleep gets shorter\n\nWhat else do you remember about “Caffeine and sleep”?',
  );
});

test('a near-miss is acknowledged without the rest of the point', () => {
  expect(composeReply(requestFor('narrower', { verdictOnLast: 'partial' }))).toBe(
    'Part of that is there, something is still missing. One of the points is about “Caffeine”. What is said about it?',
  );
  expect(composeReply(requestFor('narrower', { verdictOnLast: 'contradicted' }))).toBe(
    'Look at that again, it is not quite so. One of the points is about “Caffeine”. What is said about it?',
  );
});

test('giving up is not criticised', () => {
  expect(composeReply(requestFor('cloze', { intent: 'gives-up' }))).toBe(
    'No matter. Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____”',
  );
});

test('with nothing left to ask, the tutor closes', () => {
  expect(composeReply(requestFor('open', { probe: null, recalledNow: [caffeine], remaining: 0 }))).toBe(
    'Right.\n\nThat was all of it. If something more comes to mind, say it; otherwise we can finish.',
  );
});

test('a session opens with its size and one question', () => {
  expect(
    composeOpening({ title: 'Caffeine and sleep', total: 8, probe: { point: caffeine, rung: 'open', asked: 0 } }),
  ).toBe(
    'There are 8 points in “Caffeine and sleep”. Say them in your own words, in any order. What comes to mind first?',
  );
});

test('a set of one point opens with one point', () => {
  expect(composeOpening({ title: 'Sleep', total: 1, probe: { point: caffeine, rung: 'open', asked: 0 } })).toBe(
    'There is one point in “Sleep”. Say it in your own words. What comes to mind first?',
  );
});

test.each([
  ['Withdrawal headaches come from blood vessels in the brain widening.', 'What comes to mind first?', 'Withdrawal'],
  ['With daily use the brain grows more adenosine receptors.', 'What comes to mind of daily use?', 'brain'],
  ['Five hours is how long half of the caffeine stays.', '', 'caffeine'],
  ['They come from blood vessels in the brain widening.', 'And what comes next?', 'blood'],
])('%j after %j is introduced by a noun', (text, content, lead) => {
  const probe = { point: { id: '1', text, context: '' }, rung: 'narrower', asked: 0 } as const;
  const history = [{ author: 'assistant', content }] as const;
  expect(composeReply(requestFor('narrower', { title: 'T', probe, history }))).toContain(`about “${lead}”`);
});

test.each([' ', '#', 'a', '[', '[](', '!', '\n', '.', '> ', 'http://', 'a '])(
  'a title and a point of only %j are asked for in bounded time',
  { timeout: 30_000 },
  (unit) => {
    const text = `a${unit.repeat((256 * 1024) / unit.length)}b c`;
    const probe = { point: { id: '1', text, context: text }, rung: 'cloze', asked: 0 } as const;
    expect(composeReply(requestFor('cloze', { title: text, probe }))).not.toBe('');
    expect(composeOpening({ title: text, total: 2, probe })).not.toBe('');
  },
);

test('a one-word point becomes a gap', () => {
  const probe = { point: { id: '1', text: 'Paris', context: '' }, rung: 'cloze', asked: 0 } as const;
  expect(composeReply(requestFor('cloze', { probe }))).toBe('Which words are missing here?\n\n“____”');
});

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'of',
    'point',
    'else',
    'what',
    'missing',
    'words',
    'brain',
    '1789',
    'Größe',
    'カフェイン',
    '受容体',
    'мозг',
    'दिमाग',
    'x²',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc
  .array(word, { minLength: 1, maxLength: 12 })
  .chain((words) => fc.constantFrom(' ', ', ', '. ', '\n', '** ', '? ').map((between) => words.join(between)));
const anyRequest = fc.record({
  text,
  title: text,
  context: fc.oneof(fc.constant(''), text),
  said: text,
  rung: fc.constantFrom(...rungs),
  asked: fc.nat(5),
  isSame: fc.boolean(),
  intent: fc.constantFrom('answers', 'gives-up', 'asks-hint', 'asks-to-be-told'),
  verdictOnLast: fc.constantFrom('expressed', 'partial', 'contradicted', 'absent', null),
  isNewPoint: fc.boolean(),
});

test('no reply and no opening contains the whole point it asks for', () => {
  fc.assert(
    fc.property(anyRequest, (given) => {
      const { rung, asked, intent, verdictOnLast, isNewPoint } = given;
      const point = { id: '1', text: given.text, context: given.isSame ? given.text : given.context };
      const title = given.isSame ? given.text : given.title;
      const probe = { point, rung, asked };
      const history = [
        { author: 'assistant', content: given.said },
        { author: 'person', content: given.text },
      ] as const;
      const reply = composeReply(requestFor(rung, { title, probe, history, intent, verdictOnLast, isNewPoint }));
      const opening = composeOpening({ title, total: 3, probe });
      if (given.text.trim() === '' || tellingStems(piecesOf(given.text)).length < 2) return;
      expect([reply, opening].map((said) => saysAllOf(said, given.text))).toEqual([false, false]);
    }),
    { numRuns: 3000 },
  );
});

test('while a point is asked for, a reply has exactly one question and no exclamation', () => {
  fc.assert(
    fc.property(anyRequest, ({ rung, asked, intent, verdictOnLast, isNewPoint, ...given }) => {
      const probe = { point: { id: '1', text: given.text, context: given.context }, rung, asked };
      const reply = composeReply(requestFor(rung, { title: given.title, probe, intent, verdictOnLast, isNewPoint }));
      expect({ questions: reply.split('?').length - 1, isLoud: reply.includes('!') }).toEqual({
        questions: 1,
        isLoud: false,
      });
    }),
    { numRuns: 1000 },
  );
});
