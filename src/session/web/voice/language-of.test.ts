import { expect, test } from 'vitest';

import { languageOf, voiceLanguage } from './language-of.ts';

test('the language of a text is recognised by its script or function words', () => {
  expect(languageOf('What does caffeine do to the receptors?')).toBe('en');
  expect(languageOf('Was macht das Koffein mit den Rezeptoren?')).toBe('de');
  expect(languageOf('Que fait la caféine dans les récepteurs ? Quel est le rôle du sommeil ?')).toBe('fr');
  expect(languageOf('¿Qué hace la cafeína con los receptores?')).toBe('es');
  expect(languageOf('カフェインは何をしますか')).toBe('ja');
  expect(languageOf('Что делает кофеин?')).toBe('ru');
  expect(languageOf('Що робить кофеїн?')).toBe('uk');
  expect(languageOf('Adenosine')).toBeNull();
});

test('a chosen language takes precedence, then the person’s variety of the detected one', () => {
  const own = ['en-GB', 'de-AT'];
  expect(voiceLanguage('fr', 'What is the half-life?', own)).toBe('fr');
  expect(voiceLanguage('', 'Was ist das und wie wirkt es?', own)).toBe('de-AT');
  expect(voiceLanguage('', 'Adenosine', own)).toBe('en-GB');
  expect(voiceLanguage('', 'Che cosa sono e come si legano gli enzimi?', own)).toBe('it');
});
