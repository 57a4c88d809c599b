import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { createGuard, type Guard } from './guard.ts';
import { hiddenWordsOf } from './hidden-words.ts';
import { ReplyGate, watchAll, watchQuotes } from './reply-gate.ts';

const points: readonly Point[] = [
  'Caffeine blocks adenosine receptors in the brain',
  'Adenosine builds up while we are awake and makes us sleepy',
  'The half-life of caffeine is about five hours',
  'Paris is the capital of France',
].map((text, index) => ({ id: String(index + 1), text, context: '' }));

function guard(): Guard {
  const openIds = new Set(points.map(({ id }) => id));
  return createGuard({ points, openIds, probeId: '1', title: 'Caffeine and sleep', asked: '', said: '' });
}

/** What is shown after each piece, and whether the gate is closed at the end. */
function run(pieces: readonly string[], before = '') {
  const gate = new ReplyGate(watchAll(guard(), hiddenWordsOf('', '')), { before, atHit: 'shut' });
  const shown = pieces.map((piece) => gate.push(piece).shown);
  const end = gate.end();
  return { shown: [...shown, end.shown], isShut: end.isShut };
}

test('words of a clean reply pass as they arrive', () => {
  const pieces = ['Right', '. ', 'What ', 'else ', 'do ', 'you ', 'remember', '?'];
  expect(run(pieces)).toEqual({ shown: [...pieces, ''], isShut: false });
});

test('a sentence is held once it has a third of a point, and shown whole if it ends clean', () => {
  const pieces = ['What ', 'does ', 'caffeine ', 'do ', 'to ', 'adenosine ', 'at ', 'night? ', 'Say ', 'it.'];
  const { shown, isShut } = run(pieces);
  expect(isShut).toBe(false);
  expect(shown.slice(0, 5)).toEqual(pieces.slice(0, 5));
  expect(shown.slice(5, 8)).toEqual(['', '', '']);
  expect(shown.join('')).toBe(pieces.join(''));
});

test('at a give-away, earlier sentences are shown, and nothing of the rest', () => {
  const { shown, isShut } = run(['Not quite. ', 'Caffeine blocks ', 'adenosine receptors ', 'in the brain. ', 'Why?']);
  expect(isShut).toBe(true);
  expect(shown.join('')).toBe('Not quite. ');
});

test('a give-away in one piece, at the end of the reply, or after words of an earlier piece is caught', () => {
  expect(run(['Caffeine blocks adenosine receptors in the brain']).isShut).toBe(true);
  expect(run(['Yes. Caffeine blocks adenosine receptors in the brain. What else?']).shown.join('')).toBe('Yes. ');
  expect(run(['blocked in the brain.'], 'Caffeine does it: adenosine receptors are ').isShut).toBe(true);
});

test('a word that arrives in pieces is not shown in part', () => {
  const { shown, isShut } = run(['Is it ', 'Pa', 'ri', 's, the capital of France', '?']);
  expect(shown.join('')).toBe('Is it ');
  expect(isShut).toBe(true);
  expect(run(['Is it ', 'pa', 'rtly ', 'so?']).shown).toEqual(['Is it ', '', 'partly ', 'so?', '']);
});

test('the same words are shown and caught however a reply is split into pieces', () => {
  const replies = [
    'Right. What does caffeine do to adenosine at night? Say it.',
    'Not quite. Caffeine blocks adenosine receptors in the brain. Why?',
    'It takes approx. 3.5 hours. The half-life of caffeine is five hours. And then?',
  ];
  const whole = replies.map((reply) => run([reply]));
  fc.assert(
    fc.property(
      fc.nat(2),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 80, maxLength: 80 }),
      (which, cuts) => {
        const reply = replies[which] ?? '';
        const pieces: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          if (at < reply.length) pieces.push(reply.slice(at, at + cut));
          at += cut;
        }
        const { shown, isShut } = run(pieces);
        const expected = whole[which];
        expect(isShut).toBe(expected?.isShut);
        // With smaller pieces, more clean words of a sentence may be shown before it is held.
        if (isShut) expect(reply.startsWith(shown.join(''))).toBe(true);
        else expect(shown.join('')).toBe(reply);
      },
    ),
  );
});

const feedback = 'Recalled with “it builds up at night”. The number of hours was left out, and the unit too.';

test('a quote of the hidden feedback is left out, and the person’s own words are not', () => {
  const through = (reply: string, said = '') => {
    const gate = new ReplyGate(watchQuotes(hiddenWordsOf(feedback, said)), { before: '', atHit: 'leave-out' });
    return (
      reply
        .split('')
        .map((letter) => gate.push(letter).shown)
        .join('') + gate.end().shown
    );
  };
  expect(through('Well. My notes say: the number of hours was left out, you see. How long?')).toBe(
    'Well. My notes say: the number o… How long?',
  );
  expect(through('You said it builds up at night. How long?')).toBe('You said it builds up at night. How long?');
  expect(through('The number of hours was left out.', 'I know the number of hours was left out')).toBe(
    'The number of hours was left out.',
  );
  expect(through('See <turn><evaluator-feedback>that</evaluator-feedback>. What else?')).toBe('See … What else?');
  expect(through('The number counts. What else?')).toBe('The number counts. What else?');
});

test('a short sentence of it is a quote as a whole', () => {
  const through = (reply: string, said = '') => {
    const hidden = hiddenWordsOf('Recalled with “x”. The direction was reversed.', said);
    const gate = new ReplyGate(watchQuotes(hidden), { before: '', atHit: 'leave-out' });
    return gate.push(reply).shown + gate.end().shown;
  };
  expect(through('Well. The direction was reversed. What else?')).toBe('Well. What else?');
  expect(through('In which direction was it? What else?')).toBe('In which direction was it? What else?');
  expect(through('The direction was reversed. Why?', 'the direction was reversed')).toBe(
    'The direction was reversed. Why?',
  );
});

test.each([
  ['over lines', 'The number of\nhours was left\nout, and the\nunit too.', 'The number of\nhours'],
  ['with marks', 'The num**ber** of hours was **left** out, you see.', 'The num**ber** o'],
])('a quote of it %s is left out', (_, reply, shownAtMost) => {
  const gate = new ReplyGate(watchQuotes(hiddenWordsOf(feedback, '')), { before: '', atHit: 'leave-out' });
  const shown =
    reply
      .split('')
      .map((letter) => gate.push(letter).shown)
      .join('') + gate.end().shown;
  expect(shown).not.toMatch(/left|unit/);
  expect(shownAtMost.startsWith(shown.replace(/…[^]*$/u, '').trimEnd())).toBe(true);
});

test('instructions to the tutor are not quoted, and a question with a few of their words passes', () => {
  const rules = ['Take up the last message in a sentence, and ask whether they want to add anything or finish here.'];
  const through = (reply: string) => {
    const gate = new ReplyGate(watchQuotes(hiddenWordsOf('', '', rules)), { before: '', atHit: 'leave-out' });
    return (
      reply
        .split('')
        .map((letter) => gate.push(letter).shown)
        .join('') + gate.end().shown
    );
  };
  expect(through('My task: take up the last message in a sentence, and ask. Well?')).not.toContain('sentence');
  expect(through('Do you want to add anything or finish here?')).toBe('Do you want to add anything or finish here?');
});

test.each(['It is spelt P - A - R - I - S.', 'Letters: P · A · R · I · S', 'P . a . r . i . s', 'P.A · R.I · S'])(
  'a word with marks between its letters is detected: %s',
  (reply) => {
    const paris = [{ id: 'p', text: 'Paris is the capital of France', context: '' }];
    const asked = { points: paris, openIds: new Set(['p']), probeId: 'p', title: 'The capital of France' };
    const watch = watchAll(createGuard({ ...asked, asked: '', said: '' }), hiddenWordsOf('', ''));
    const gate = new ReplyGate(watch, { before: '', atHit: 'shut' });
    for (const letter of reply) gate.push(letter);
    expect(gate.end().isShut).toBe(true);
  },
);

test('a sentence beyond the limit is shown once, although it is cut behind shown words', () => {
  const reply = `${'alpha beta gamma, '.repeat(38)}and so on.`;
  const pieces = reply.match(/[^]{1,4}/gu) ?? [];
  expect(run(pieces).shown.join('')).toBe(reply);
});
