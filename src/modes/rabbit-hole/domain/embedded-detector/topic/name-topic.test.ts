import { expect, test } from 'vitest';

import { nameTopic } from './name-topic.ts';

function name(sentence: string, ...otherTexts: readonly string[]): string {
  return nameTopic(sentence, { freshStems: new Set(), otherTexts });
}

test('a name is a stretch of the person’s own words', () => {
  expect(name('I would love to know more about the history of coffee houses in Vienna')).toBe(
    'history of coffee houses in Vienna',
  );
  expect(name('speaking of heat, how do geothermal power stations work')).toBe('heat and geothermal power stations');
  expect(name('Why did people start drinking coffee in the first place')).toBe('drinking coffee');
});

test('verbs become nouns', () => {
  expect(name('that makes me wonder how tea is decaffeinated')).toBe('decaffeinating tea');
  expect(name('how is glass recycled')).toBe('recycling glass');
  expect(name('why do volcanoes erupt')).toBe('volcanoes erupting');
  expect(name('what causes northern lights')).toBe('causing northern lights');
  expect(name('Can we talk about how vaccines are made')).toBe('making vaccines');
  expect(name('i wonder if cancer cells eat more sugar')).toBe('cancer cells eating sugar');
  expect(name('what if the moon disappeared')).toBe('moon disappearing');
});

test('names keep their capitals, a sentence’s beginning and shouting do not', () => {
  expect(name('Did Napoleon ever meet George Washington')).toBe('Napoleon meeting George Washington');
  expect(name('Volcanic soil is good for wine by the way')).toBe('volcanic soil and wine');
  expect(name('Vienna has many coffee houses', 'A street in Vienna')).toBe('Vienna and coffee houses');
  expect(name('WHY DO CATS PURR')).toBe('cats purring');
});

test('German nouns are named with the adjectives before them', () => {
  expect(name('Mich würde interessieren, wie künstliche Solarzellen funktionieren')).toBe('künstliche Solarzellen');
  expect(name('Gibt es auch Tiere, die das können, zum Beispiel Meeresschnecken')).toBe('Tiere und Meeresschnecken');
});

test('a name is short and ends in a word that tells, whatever it is made of', () => {
  const long = name(
    'what about the extraordinarily complicated international telecommunications infrastructure regulations',
  );
  expect(long.length).toBeLessThanOrEqual(60);
  expect(long).toMatch(/^extraordinarily complicated international/);
  expect(name('what role did mitochondria play in the evolution of plants')).toBe('evolution of plants');
  expect(name('how are you')).toBe('how are you');
});
