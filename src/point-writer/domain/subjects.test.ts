import { expect, test } from 'vitest';

import { withSubjects } from './telling-sentences.ts';

test.each([
  ['Caffeine is a stimulant.', 'It blocks adenosine.', 'Caffeine blocks adenosine.'],
  ['Marie Curie was a physicist.', 'She discovered radium.', 'Marie Curie discovered radium.'],
  ['Whales are mammals.', 'Their sleep is short.', 'Whales’ sleep is short.'],
  ['The Rhine is a river.', 'Its source lies in Switzerland.', 'The Rhine’s source lies in Switzerland.'],
])('after “%s” the sentence “%s” names its subject', (before, sentence, named) => {
  expect(withSubjects([before, sentence])).toEqual([before, named]);
});

test.each([
  ['whose number differs', 'Whales are mammals.', 'It is cold.'],
  ['that is no person', 'The river is long.', 'He swam in it.'],
  ['that cannot be told', 'In 1652, coffee came to London.', 'It was new.'],
])('a subject %s is not taken', (_, before, sentence) => {
  expect(withSubjects([before, sentence])).toEqual([before, sentence]);
});

test('several sentences in a row have the same subject', () => {
  expect(withSubjects(['Caffeine is a drug.', 'It blocks adenosine.', 'It lasts for hours.'])).toEqual([
    'Caffeine is a drug.',
    'Caffeine blocks adenosine.',
    'Caffeine lasts for hours.',
  ]);
});
