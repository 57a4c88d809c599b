import { expect, test } from 'vitest';

import { nounPhrases } from './noun-phrases.ts';

test.each([
  ['The San Andreas Fault is a transform boundary.', 'San Andreas Fault'],
  ["Earth's mantle moves by convection currents.", "Earth's mantle"],
  ['Oceanic plates sink beneath continental plates.', 'Oceanic plates'],
  ['Caffeine blocks adenosine receptors in the brain', 'Caffeine'],
  ['The half-life of caffeine is about five hours', 'half-life of caffeine'],
  ['The Ring of Fire surrounds the Pacific Ocean.', 'Ring of Fire'],
  ['The Bastille fell on 14 July 1789', 'Bastille'],
  ['The canal connects the Mediterranean Sea with the Red Sea.', 'canal'],
  ['Magma rich in silica is thick.', 'Magma'],
  ['Hannibal crossed the Alps in 218 BC.', 'Hannibal'],
  ['They come from blood vessels in the brain widening.', 'blood vessels'],
  ['Regular users become tolerant to caffeine', 'Regular users'],
  ['Johannes Gutenberg druckte um 1455 in Mainz die Bibel.', 'Johannes Gutenberg'],
  ['Die Hauptstadt von Australien ist Canberra', 'Hauptstadt von Australien'],
  ['Das Papier kam über Spanien nach Europa.', 'Papier'],
])('%j begins with the noun phrase %j', (text, first) => {
  expect(nounPhrases(text)[0]?.text).toBe(first);
});

test('names stay whole, and no phrase is part of another one', () => {
  const phrases = nounPhrases('The Terror was led by Robespierre and the Committee of Public Safety');
  expect(phrases.map(({ text }) => text)).toEqual(['Terror', 'Robespierre', 'Committee of Public Safety']);
});

test('no number is part of a noun phrase', () => {
  expect(
    nounPhrases('It takes five hours, or 300 minutes')
      .map(({ text }) => text)
      .join(' '),
  ).not.toMatch(/five|300/);
});

test.each([' ', '#', 'a', '[', '.', "' ", '- ', 'a of ', 'A '])('a long text of %j is read in bounded time', (unit) => {
  expect(nounPhrases(unit.repeat(100_000)).length).toBeLessThan(400);
});
