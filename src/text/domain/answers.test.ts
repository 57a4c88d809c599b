import { expect, test } from 'vitest';

import { answersTo, type ReadText } from './answers.ts';

const text = (title: string, words: string, more: Partial<ReadText> = {}): ReadText => ({
  title,
  text: words,
  similarity: 0,
  found: [words],
  isChosen: false,
  ...more,
});
const answer = (question: string, ...texts: readonly ReadText[]) => {
  const { lines, questions, unsaid } = answersTo(question, texts);
  return {
    lines: lines.map(({ shown }) => shown),
    questions: questions.map(({ shown }) => shown),
    unsaid,
  };
};

const HEDGES = text(
  'Hedges',
  `A hedge slows the wind over a field for twenty times its height. It shelters the soil behind it.

Hedges in fields live for three hundred years when they are laid every fifteen.

Who cuts the hedges of a field that nobody owns?`,
);

test('the sentence that answers the question comes first, with the one that it refers to', () => {
  const { lines } = answer('How does a hedge shelter soil?', HEDGES);
  expect(lines).toEqual([
    'A hedge slows the wind over a field for twenty times its height. It shelters the soil behind it.',
  ]);
});

test('a sentence without the verb of the question is left out if another one has it', () => {
  expect(answer('How do hedges slow a field?', HEDGES).lines.join(' ')).not.toContain('three hundred');
});

test('if the question asks for figures, a sentence with figures comes first', () => {
  const wells = text('Wells', 'Our wells are deep and old.\n\nOur wells reach 40 metres down, they say.');
  expect(answer('How deep are the wells?', wells).lines[0]).toContain('40 metres');
});

test('a word before “say” or another function verb is not the verb', () => {
  const laws = text('Hedge laws', 'The laws of the hedge are old.\n\nA fence needs the leave of both neighbours.');
  expect(answer('What do hedge laws say about fences?', laws).lines).toContain(
    'A fence needs the leave of both neighbours.',
  );
});

test('figures rank a sentence first, and exclude none', () => {
  const wells = text('Wells', 'A well on chalk is cold.\n\nA well on chalk has 8 degrees.');
  expect(answer('How cold is a well on chalk?', wells).lines).toEqual([
    'A well on chalk has 8 degrees.',
    'A well on chalk is cold.',
  ]);
});

test('open questions share words with the question', () => {
  const other = text('Libraries', 'What would a library be that forgets?');
  expect(answer('How long do hedges live?', HEDGES, other).questions).toEqual([
    'Who cuts the hedges of a field that nobody owns?',
  ]);
});

test('asked for objections, it prefers sentences against the matter, also in a linked source', () => {
  const claim = text('Fences', 'Fences make good neighbours. Compare [[Walls]] on it.', { isChosen: true });
  const against = text('Walls', 'The evidence is far from conclusive, and estimates are contested.', {
    isChosen: true,
  });
  const stray = text('Wine', 'The wine was good, but it was late.', { isChosen: true });
  const { lines } = answer('Fences make good neighbours. What argues against it?', claim, against, stray);
  expect(lines[0]).toContain('far from conclusive');
  expect(lines.join(' ')).not.toContain('wine');
});

test('one word among several is not an answer, unless its text is near by meaning', () => {
  const readme = text('README', 'Set the field name of the form.');
  const near = text('Moles', 'Every mound is dug at night in a field.', { similarity: 0.6 });
  const { lines } = answer('Which animals dig mounds in the fields?', readme, near);
  expect(lines).toEqual(['Every mound is dug at night in a field.']);
});

test('a text named in the question answers it, even if its sentences do not contain the name', () => {
  const other = text('Quarries', 'The opposite of ghost towns is what the quarry made of the valley.');
  const named = text('Ghost towns', 'Bodie lost nine of ten people once the ore was gone.', { found: [] });
  const asked = 'What are ghost towns?';
  expect(answer(asked, other, named).lines).toContain('Bodie lost nine of ten people once the ore was gone.');
  expect(answer('How large is a ghost town, then?', other, named).lines[0]).toContain('nine of ten');
  expect(answer('What are towns?', named).lines).toEqual([]);
});

test('German words are found in compounds and with other endings', () => {
  const wood = text(
    'Trocknung',
    'Eichenholz trocknet an der Luft ein Jahr je Zentimeter. Die Bohle ist dann nicht mehr nass.',
  );
  expect(answer('Wie lange muss Eiche trocknen?', wood).lines[0]).toContain('Eichenholz trocknet');
  expect(answer('Wie lange muss Eiche trocknen?', wood).unsaid).toEqual([]);
});

test('function words of another language are not searched for', () => {
  expect(
    answer('Qui est le plus fort des oiseaux ?', text('README', 'Vincent Le Goff is a maintainer.')).lines,
  ).toEqual([]);
});

test('beside a text that the question names, others must say as much or be as near', () => {
  const named = text('Latent heat', 'Melting ice takes up heat and stays as cold as it was.');
  const oneWord = text('Stoves', 'A stove gives heat to the room all night long.');
  const both = text('Cold boxes', 'Latent heat is what keeps an ice box cold.');
  const { lines } = answer('What is latent heat?', named, oneWord, both);
  expect(lines.join(' ')).toContain('Melting ice');
  expect(lines.join(' ')).toContain('ice box');
  expect(lines.join(' ')).not.toContain('stove');
  const near = text('Anchors', 'An anchor holds a ship by its flukes.', { similarity: 0.6 });
  const far = text('HTML', 'The anchor element links to other pages.', { similarity: 0.3 });
  expect(answer('What does an anchor do?', near, far).lines.join(' ')).not.toContain('element');
});

test('lists of names are not sentences', () => {
  const names = text(
    'Checks',
    '✓ heat_of_ice_1.html ✓ heat_of_ice_2.html ✓ heat_of_ice_3.html\n\nThe heat of ice is measured here.',
  );
  expect(answer('heat of ice', names).lines).toEqual(['The heat of ice is measured here.']);
});
