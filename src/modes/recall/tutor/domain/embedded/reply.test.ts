import fc from 'fast-check';
import { expect, test } from 'vitest';

import { piecesOf, tellingStems } from '#text/domain/key-terms.ts';

import { rungs, type Rung } from '../../../asking/domain/rung.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { type TutorRequest } from '../tutor-request.ts';
import { type HeardKind, NO_GUIDANCE } from './guidance.ts';
import { saysAllOf } from './leak.ts';
import { composeOpening, composeReply } from './reply.ts';
import { english } from './words/english.ts';

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
    guidance: { ...NO_GUIDANCE, lead: 'Caffeine' },
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
    const history: { author: 'assistant' | 'person'; content: string }[] = [];
    for (const asked of [0, 1, 2]) {
      const content = composeReply(requestFor(rung, { history, probe: { point: caffeine, rung, asked } }));
      history.push({ author: 'assistant', content });
    }
    expect(new Set(history.map(({ content }) => content)).size).toBe(3);
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

const heard = (kind: HeardKind, quote = '') => ({ ...NO_GUIDANCE, lead: 'Caffeine', heard: { kind, quote } });

test.each([
  ['it', '', 'Yes, that is it. What else do you remember about “Caffeine and sleep”?'],
  ['several', '', 'Yes, those are several at once. What else do you remember about “Caffeine and sleep”?'],
  ['part', 'it blocks receptors', '“it blocks receptors” is part of it. A place is missing: which one?'],
  ['unsure', '', 'That may be it, I cannot tell from these words. A place is missing: which one?'],
  ['wrong', '', 'That is not quite so. What is it, then?'],
  ['nothing', '', 'I do not find that among the points. What else do you remember about “Caffeine and sleep”?'],
] as const)('the first words say that an answer was %s', (kind, quote, reply) => {
  expect(composeReply(requestFor('open', { missing: 'a place', guidance: heard(kind, quote) }))).toBe(reply);
});

test('a wrong number is called that, and an unread message nothing', () => {
  expect(composeReply(requestFor('open', { missing: 'a number', guidance: heard('wrong') }))).toBe(
    'The number is not right yet. What is it, then?',
  );
  expect(composeReply(requestFor('open', { guidance: heard('none') }))).toBe(
    'What else do you remember about “Caffeine and sleep”?',
  );
});

test('words of an evaluator about what is missing are never said', () => {
  const said = composeReply(requestFor('open', { missing: 'the adenosine receptors', guidance: heard('part') }));
  expect(said).toBe('Part of it is there. Something is missing: can you say it more exactly?');
});

test('a recalled neighbour is asked about first, then the point by its noun phrase', () => {
  const guidance = { ...heard('nothing-of-it'), neighbour: { lead: 'half-life', isBefore: true } };
  const asks = (asked: number) =>
    composeReply(requestFor('narrower', { guidance, probe: { point: caffeine, rung: 'narrower', asked } }));
  expect(asks(0)).toBe('I do not see it in that yet. You have spoken of “half-life”. What comes next to that?');
  expect(asks(1)).toBe('I do not see it in that yet. One of the points is about “Caffeine”. What is said about it?');
});

test('in German everything is German', () => {
  const guidance = { ...heard('part', 'sie blockiert etwas'), isGerman: true };
  expect(composeReply(requestFor('open', { missing: 'a place', guidance }))).toBe(
    '„sie blockiert etwas“ ist ein Teil davon. Ein Ort fehlt: welcher?',
  );
});

test('no reply repeats its first words until all others were said', () => {
  const history: { author: 'assistant' | 'person'; content: string }[] = [];
  const replies: string[] = [];
  for (let turn = 0; turn < english.it.length; turn += 1) {
    const reply = composeReply(requestFor('open', { history, guidance: heard('it') }));
    replies.push(reply);
    history.push({ author: 'assistant', content: reply }, { author: 'person', content: 'yes' });
  }
  expect(new Set(replies.map((reply) => reply.split('.')[0])).size).toBe(english.it.length);
});

test('giving up is not criticised', () => {
  expect(composeReply(requestFor('cloze', { intent: 'gives-up' }))).toBe(
    'That is all right. Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____”',
  );
});

test('with nothing left to ask, the tutor closes', () => {
  expect(composeReply(requestFor('open', { probe: null, remaining: 0, guidance: heard('it') }))).toBe(
    'Yes, that is it.\n\nEvery point has been said. Add anything you like, or finish here.',
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

test('a question on another set names its subject first', () => {
  const turned = composeReply(requestFor('open', { isNewPoint: true, newSubject: 'The French Revolution' }));
  expect(turned).toMatch(/^Now to “?The French Revolution”?\. .+\?$/);
});
