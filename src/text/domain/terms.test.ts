import { expect, test } from 'vitest';

import { queryTermsOf, termsIn } from './terms.ts';

const terms = (text: string, language: string | null = null) => termsIn(text, language).map(({ term }) => term);

test('case, width, accents and ligatures make no difference', () => {
  expect(terms('Café CAFÉ ｃａｆé cafe\u0301 cafe')).toEqual(Array.from({ length: 5 }, () => 'cafe'));
  expect(terms('Straße Łódź Ærø ﬁnd')).toEqual(['strass', 'lodz', 'aero', 'find']);
});

test('invisible characters are not part of a word and do not split it', () => {
  expect(terms('fur\u00adnace furnace\ufeff fur\u200bnace \u202afurnace\u202c')).toEqual(
    Array.from({ length: 4 }, () => 'furnac'),
  );
  expect(terms('東\u200b京都')).toEqual(terms('東京都'));
  expect(terms('نمی\u200cخواهم')).toEqual(terms('نمیخواهم'));
});

test('English words are stemmed, and stop words are left out', () => {
  expect(terms('The running foxes are relational')).toEqual(['run', 'fox', 'relat']);
});

test('a text of stop words alone keeps them', () => {
  expect(terms('To be or not to be')).toEqual(['to', 'be', 'or', 'not', 'to', 'be']);
});

test('apostrophes and dots inside words do not split them', () => {
  expect(terms("John's dogs’ don't O'Brien l'homme U.S. e.g.")).toEqual([
    'john',
    'dog',
    'dont',
    'obrien',
    'homm',
    'us',
    'eg',
  ]);
});

test('names of programming languages are words', () => {
  expect(terms('C++, C# and F# beside node.js, .NET, Ca2+ and 18+')).toEqual([
    'c++',
    'c#',
    'f#',
    'besid',
    'node',
    'js',
    'net',
    'ca2',
    '18',
  ]);
});

test('numbers keep their decimals and lose their thousands separators', () => {
  expect(terms('3.14 1,000,000 2024 10mg p53 covid-19 ½')).toEqual([
    '3.14',
    '1000000',
    '2024',
    '10mg',
    'p53',
    'covid',
    '19',
    '1',
    '2',
  ]);
});

test('scripts without spaces become pairs of characters and the last character', () => {
  expect(terms('東京都に')).toEqual(['東京', '京都', '都に', 'に']);
  expect(terms('ｶﾞｷﾞ ガギ')).toEqual(['ガギ', 'ギ', 'ガギ', 'ギ']);
  expect(terms('한국어')).toEqual(['한국', '국어', '어']);
  expect(terms('น้ำตก')).toEqual(['น้ํา', 'ําต', 'ตก', 'ก']);
  expect(terms('水 2024年')).toEqual(['水', '2024', '年']);
});

test('German texts have separate stems', () => {
  expect(terms('Die Häuser und das Haus', 'de')).toEqual(['de:haus', 'de:haus']);
  expect(terms('Die Häuser und das Haus', 'deu')).toEqual(['de:haus', 'de:haus']);
});

test('each term has the place of its word', () => {
  const text = '💥 Ein Café in 東京都.';
  expect(termsIn(text, null).map(({ start, end }) => text.slice(start, end))).toEqual([
    '💥',
    'Ein',
    'Café',
    '東京',
    '京都',
    '都',
  ]);
});

test('a query is read as English and as German', () => {
  expect(queryTermsOf('Hauses', false)).toEqual([{ terms: ['haus', 'de:haus'], weight: 1, prefix: null }]);
});

test('a word with umlauts has a second spelling, in a text and in a query', () => {
  const spelled = (text: string) => termsIn(text, null).map(({ spelledOut }) => spelledOut?.form ?? null);
  expect(spelled('Köln Mu\u0308nchen Zürich Straße Koeln poet')).toEqual([
    'koeln',
    'muenchen',
    'zuerich',
    null,
    null,
    null,
  ]);
  expect(queryTermsOf('Köln', false)[0]?.terms).toEqual(['koln', 'de:koln', 'koeln', 'de:koeln']);
});

test('words that name no subject are left out if only telling words are requested', () => {
  const forms = (query: string, isTyped = false) =>
    queryTermsOf(query, isTyped, 'telling').map(({ terms: [first] }) => first);
  expect(forms('How does cheap light change it?')).toEqual(['cheap', 'light', 'chang']);
  expect(forms('what if')).toEqual(['what']);
  expect(forms('coal how', true)).toEqual(['coal', 'how']);
});

test('only the last word of a query is completed while the person types', () => {
  const prefixes = (query: string, isTyped: boolean) => queryTermsOf(query, isTyped).map(({ prefix }) => prefix);
  expect(prefixes('coffee rece', true)).toEqual([null, 'rece']);
  expect(prefixes('coffee rece', false)).toEqual([null, null]);
  expect(prefixes('coffee rece ', true)).toEqual([null, null]);
  expect(prefixes('coffee r', true)).toEqual([null, null]);
  expect(prefixes('水', false)).toEqual(['水']);
  expect(prefixes('東京都', true)).toEqual([null, null]);
});

test('a word that a query repeats weighs more', () => {
  expect(queryTermsOf('tea for tea', false)).toEqual([{ terms: ['tea', 'de:tea'], weight: 2, prefix: null }]);
});

test('a query of punctuation has no terms, and a long one is limited', () => {
  expect(queryTermsOf('"*(){}^ \u0000 \ud800', true)).toEqual([]);
  expect(queryTermsOf(Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '), true)).toHaveLength(64);
});

test('a non-ASCII character does not change the other terms of a text', () => {
  const ascii = "C++ 'quoted' 3.14 1,000 U.S. don't John's l'homme f(x) 10mg a.b.c foo_bar #tag f# 1.2.3 x.y";
  expect(terms(`${ascii} é`)).toEqual([...terms(ascii), 'e']);
});
