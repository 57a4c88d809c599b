import { expect, test } from 'vitest';

import { isSmallTalk } from './failed-attempt.ts';

test.each([
  'hello',
  'Hello!',
  'Hi there :)',
  'hey, how are you?',
  'Good morning',
  'ok',
  'Ok, I’m ready, let’s go!',
  'Yes.',
  'Thanks, that’s enough for today. Bye!',
  'Thank you so much',
  'sorry, I have to go',
  'One moment please',
  'Hallo',
  'Guten Morgen',
  'vielen Dank, tschüss',
  'Bonjour !',
  '¡Hola!',
  'Buongiorno, grazie',
])('“%s” has no content on any subject', (message) => expect(isSmallTalk(message)).toBe(true));

test.each([
  'hello world is the first program',
  'The bye is a rule of cricket',
  'adenosine',
  'right',
  'start',
  'Good bread needs salt',
  'High Middle Ages',
  'It has to go through the liver',
  '5',
  'hm',
  'well…',
  '…',
  'カフェイン',
  'Ja, Adenosin staut sich an',
  `hello ${'hello '.repeat(40)}`,
])('“%s” has content', (message) => expect(isSmallTalk(message)).toBe(false));
