import { expect, test } from 'vitest';

import { isGuess } from './questions.ts';

test.each([
  'Warsaw?',
  'I think photosynthesis turns light into sugar?',
  'um, xylem carries water upward, right?',
  'Roots absorb minerals?',
  'das Messer?',
  'Warschau, oder?',
  'It is Warsaw, isn’t it?',
  'der Kaufvertrag, nicht wahr?',
  '¿Varsovia?',
  'May 1945?',
  'Paris, n’est-ce pas?',
  'Ähm ich glaube Mitochondrien sind irgendwie die Kraftwerke der Zelle?',
  'c’est Paris?',
  'es ist Warschau?',
  'ワルシャワ?',
])('“%s” is a guess', (sentence) => {
  expect(isGuess(sentence)).toBe(true);
});

test.each([
  'Warsaw.',
  'why?',
  'Why now?',
  'Is it that roots absorb minerals?',
  'Was D-Day in 1944?',
  'How tall is Everest?',
  'In which year did it fall?',
  'Welches Jahr war das?',
  'Zählt das auch?',
  'Liegt die Stadt am Meer?',
  'Est-ce que Paris est grand?',
  'A-t-il plu?',
  '¿Es Madrid?',
  'And the Bastille?',
  'Can you tell me the capital of Poland?',
  'the guillotine, how did it work exactly?',
  'ワルシャワですか?',
  'Warsaw is where?',
  'Wie viele Punkte sind es noch?',
  'Could it be photosynthesis?',
  'Mit welchem Organ?',
  'sorry, what do you mean?',
])('“%s” is not a guess', (sentence) => {
  expect(isGuess(sentence)).toBe(false);
});
