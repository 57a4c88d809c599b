import { expect, test } from 'vitest';

import { sentencesOf } from '#text/domain/sentences.ts';

import { type HiddenWords, hiddenWordsOf } from './hidden-words.ts';

const feedback = 'Recalled with “it builds up at night”. The number of hours was left out, and the unit too.';

/** A reply without the sentences that quote hidden text. */
function through(reply: string, hidden: HiddenWords): string {
  let heard = '';
  const shown = sentencesOf(reply).filter(({ text }) => {
    const isQuote = hidden.isQuotedIn(text, heard);
    heard += text;
    return !isQuote;
  });
  return shown.map(({ text }) => text).join('');
}

test.each([
  ['Well. My notes say: the number of hours was left out, you see. How long?', '', 'Well. How long?'],
  ['You said it builds up at night. How long?', '', 'You said it builds up at night. How long?'],
  ['The number of hours was left out.', 'I know the number of hours was left out', 'The number of hours was left out.'],
  ['See <turn><evaluator-feedback>that</evaluator-feedback>. What else?', '', 'What else?'],
  ['The number counts. What else?', '', 'The number counts. What else?'],
  ['The number of\nhours was left\nout, and the\nunit too.', '', 'The number of\n'],
  ['The num**ber** of hours was **left** out, you see.', '', ''],
])('only a quote of the hidden feedback is left out, unless the person used the words: %j', (reply, said, shown) => {
  expect(through(reply, hiddenWordsOf(feedback, said))).toBe(shown);
});

test.each([
  ['Well. The direction was reversed. What else?', '', 'Well. What else?'],
  ['In which direction was it? What else?', '', 'In which direction was it? What else?'],
  ['The direction was reversed. Why?', 'the direction was reversed', 'The direction was reversed. Why?'],
])('a short sentence of it counts as a quote as a whole: %j', (reply, said, shown) => {
  const hidden = hiddenWordsOf('Recalled with “x”. The direction was reversed.', said);
  expect(through(reply, hidden)).toBe(shown);
});

test('instructions to the tutor are not quoted, and a question with a few of their words passes', () => {
  const rules = ['Take up the last message in a sentence, and ask whether they want to add anything or finish here.'];
  const hidden = hiddenWordsOf('', '', rules);
  expect(through('My task: take up the last message in a sentence, and ask. Well?', hidden)).toBe('Well?');
  const question = 'Do you want to add anything or finish here?';
  expect(through(question, hidden)).toBe(question);
});
