import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findQuote } from './find-quote.ts';

test('a quote at the end of a source as long as a model can read is found fast', () => {
  const long = 'word “and” '.repeat(100_000);
  expect(findQuote(`${long}the end`, '"and" the end')).toEqual({ start: long.length - 6, end: long.length + 7 });
});

test.each([
  ['soft hyphens', 'the effi\u00adcient fur\u00adnaces of Zürich'],
  ['zero-width characters and marks of direction', '\u202athe effi\u200bcient\u202c furnaces\ufeff of Zürich'],
  ['decomposed letters', 'the efficient furnaces of Zu\u0308rich'],
  ['ligatures', 'the eﬃcient furnaces of Zürich'],
  ['letters of full width', 'the ｅｆｆｉｃｉｅｎｔ furnaces of Zürich'],
])('%s make no difference to a quote, on either side', (_, written) => {
  const plain = 'the efficient furnaces of Zürich';
  for (const [text, quote] of [
    [`Of *these*, ${written} are many.`, plain],
    [`Of *these*, ${plain} are many.`, written],
  ] as const) {
    const found = findQuote(text, quote);
    expect(text.slice(found?.start, found?.end)).toContain('furnaces'.slice(-4));
  }
  expect(findQuote('of 10⁶ pots there', 'of 106 pots there')).toBeNull();
});

test('a Turkish capital with a dot matches like any other letter', () => {
  const text = 'The road from İzmir ends in İSTANBUL at last.';
  for (const quote of ['the road from İzmir ends', 'ends in istanbul at last', 'İstanbul at last'])
    expect(findQuote(text, quote)).not.toBeNull();
});

test('any run of words of a text is found at a place with the same words', () => {
  const word = fc.constantFrom('coal', '“uses”', 'it’s', 'ISTANBUL', 'İz', 'ﬁre', '—', '\n', '汉字', 'e\u0301');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, from, count) => {
      const start = from % words.length;
      const text = words.join(' ');
      const quote = words
        .slice(start, start + 1 + (count % 4))
        .join('  ')
        .trim();
      if (quote === '') return;
      const found = findQuote(text, quote);
      expect(found).not.toBeNull();
      const plain = (said: string) => said.replace(/\s+/gu, ' ').trim();
      expect(found && plain(text.slice(found.start, found.end))).toBe(plain(quote));
    }),
  );
});

test.each([
  [
    'The **oven** is *old*, and its [door (front)](https://example.org/a_(b)) sticks.',
    'The oven is old, and its door (front) sticks.',
  ],
  ['The lamp\\\nburned low  \nand went out.', 'The lamp burned low and went out.'],
  ['x\\_y \\= 3 \\* 4, see note\\[2\\] of 2*3', 'x_y = 3 * 4, see note[2] of 2*3'],
  ['The cafe\u0301 was eﬀicient', 'café was efficient'],
  ['1. first of oats\n2. then of __rye__', 'first of oats then of rye'],
  ['> said once\n> and again', 'said once and again'],
  ['| Year | Sum |\n|---|:--|\n| 1920 | 7,500 |', 'Year Sum 1920 7,500'],
  ['It is “quite” cold… so they say', '"quite" cold... so they say'],
  ['An oven needs bricks. It needs time. Then it bakes bread.', 'an oven needs bricks. … then it bakes bread.'],
  ['Am Mitt\u00ADwoch kam er', 'Mittwoch'],
  [
    'The [ash][3] of [[Beech trees|beech]] and [[Oak]] is ~~grey~~ white[^2].',
    'The ash of beech and Oak is grey white.',
  ],
  [
    'See <https://example.org/kiln> for H<sub>2</sub>O &amp; salt&nbsp;glaze',
    'See https://example.org/kiln for H2O & salt glaze',
  ],
  ['- [ ] buy clay\n- [x] sell pots', 'buy clay sell pots'],
  ['Pots\n====\n\nThey are fired<br>twice.', 'Pots They are fired twice.'],
  ['### A _second_ firing\n\nIt **hardens**.', 'A second firing It hardens.'],
  ['The glaze runs, they say.', '“The glaze runs.”'],
  ['The glaze runs, they say.', '(the glaze runs)'],
  ['Slip is thin clay. It joins handles to cups.', '… joins handles to cups'],
  ['Slip is thin clay. It joins handles to cups.', 'Slip […] joins handles [...] cups'],
  ['*Slip* is thin clay, not glaze, and it joins handles.', 'Slip is thin clay … it joins handles'],
  ['Er brannte den Ofen „Rauch­los“ – im März', '"Rauchlos" - im März'],
  ['陶器は**窯**で焼く。', '陶器は窯で焼く'],
  ['A kiln is an exam-\nple of a well-\nknown oven.', 'an example of a well-known oven'],
  ['> Each exam-\n> ple of Anglo-\r\n> Saxon pots', 'example of Anglo-Saxon pots'],
  ['Der Brenn\u00AD\nofen steht', 'Brennofen steht'],
  ['## THE OLD KILN\n\nIt smokes.', 'The old kiln'],
  ['THE KILN IN THE YARD was lit at dawn', 'The kiln in the yard was lit'],
  ['It is NEVER opened hot', 'it is never opened hot'],
  ['## A Short History of Glazes\n\nIt begins', 'A short history of glazes'],
  ['They said: ‘The pots crack.’ It rained.', 'the pots crack'],
  ['- Buy clay\n- Sell pots', 'buy clay sell pots'],
  ['The heat $Q = mc\\Delta T$ of a pot', 'The heat Q = mc\\Delta T of a pot'],
  ['It is $$v_0 + 3$$ for $5', 'It is v_0 + 3 for $5'],
  ['The ==slow cooling==, they say', 'The slow cooling, they say'],
  ['Pots <!-- check --> crack', 'Pots crack'],
  ['The pots -- nearly all -- broke', 'The pots — nearly all — broke'],
  ['As was said, the kiln is hot.', '[T]he kiln is hot'],
  ['the army left. the US Army came', 'the US Army came'],
  ['A yard of 40 m<sup>2</sup> for 10<sup>−6</sup> g', 'of 40 m² for 10⁻⁶ g'],
  ['They say $E = mc^2$ of it, 3 + 4 × 5', 'E=mc² of it, 3+4×5'],
  ['It fell in 1790. It rose in 1800. It fell in 1810.', 'It fell in 1790 … It fell in 1810'],
  ['Tax in 1790, of 5 sous, rose to 7 sous. It fell.', 'Tax in 1790 … rose to 7 sous'],
  ['A yard of 40 m² for 10⁶ pots', '40 m^2 for 10^6 pots'],
  ['A yard of 40 m^2^ for $10^{-6}$ g', '40 m<sup>2</sup> for 10^-6 g'],
  ['Of *m*<sup>3</sup> and H~2~O, $CO_2$', 'of m³ and H₂O, CO2'],
  ['Salt (Na<sub>2</sub>SO<sub>4</sub>) on the 3<sup>rd</sup> day', 'Salt (Na₂SO₄) on the 3rd day'],
])('%j contains %j as a reader sees it', (text, quote) => {
  const found = findQuote(text, quote);
  expect(found).not.toBeNull();
  expect(findQuote(`Before. ${text}`, quote)).toEqual({ start: found!.start + 8, end: found!.end + 8 });
});

test.each([
  ['costs 7 € per kg', 'costs 70 € per kg'],
  ['The oven may warm a house', 'The oven warms a house'],
  ['It does not bake well', 'It does bake well'],
  ['It does not bake well', 'It does … bake well'],
  ['An oven needs bricks. Then it bakes bread.', 'Then it bakes bread. … An oven needs bricks.'],
  ['2*3*4 and 5_6', '234 and 56'],
  ['ten of 10²', 'ten of 102'],
  ['some 10<sup>6</sup> pots', 'some 106 pots'],
  ['Tax in 1790 was 5 sous. In 1800 it was 7 sous.', 'Tax in 1790 … was 7 sous'],
  ['E = mc^2 of a pot', 'E=mc^3 of a pot'],
  ['some 10^6 pots', 'some 106 pots'],
  ['some 10<sup>6</sup> pots', 'some 10'],
  ['some 10^6 pots', 'some 10'],
  ['some 106 pots', 'some 10^6 pots'],
  ['some 10<sup>6</sup> pots', 'some 10⁻⁶ pots'],
  ['some 10⁶ pots', 'some 10^7 pots'],
  ['a yard of 40 m<sup>2</sup>', 'a yard of 40 m³'],
  ['one ~5~ or 6', 'one ₅ or 6'],
  ['It costs 50 € now', 'It costs 5'],
  ['It weighs 5.5 kg', 'It weighs 5'],
  ['about 1,500 pots', '500 pots'],
  ['The pot was unglazed', 'glazed'],
  ['Der Dombau begann', 'Der Dom'],
  ['The cafe\u0301 opened', 'The cafe'],
  ['Slip was never used. It joins handles.', 'Slip was … used'],
  ['A List<String> of pots', 'A List<Integer> of pots'],
  ['The kiln is hot, and the pot is not.', 'the pot is hot'],
  ['The pots of the US were fired', 'the pots of us were fired'],
  ['It was sent to the US by ship', 'sent to the us by ship'],
  ['They ship clay from Turkey to Rome', 'they ship clay from turkey to Rome'],
  ['You must polish the pots', 'must Polish the pots'],
  ['In all WHO reports it is named', 'In all who reports it is named'],
  ['The bill was $5 or less', 'The bill was 5 or less'],
  ['It holds if a == b there', 'It holds if a b there'],
  ['Run it with --force now', 'Run it with -force now'],
  ['As was said, the kiln is hot.', '[The] kiln is cold'],
  ['They re-sign the lease each\nyear', 'They resign the lease'],
])('%j does not contain %j', (text, quote) => {
  expect(findQuote(text, quote)).toBeNull();
});

test('of several places of a quote the one nearest to an offset is found', () => {
  const text = 'The kiln is lit. Wait. The *kiln* is lit. Wait more. The kiln is lit!';
  const near = (offset: number) => findQuote(text, 'The kiln is lit', offset)?.start;
  expect([0, 9, 16, 30, 60, 900].map(near)).toEqual([0, 0, 23, 23, 53, 53]);
});

test('a quote of a periodic text is found in linear time', () => {
  const quote = 'a'.repeat(2_000);
  expect(findQuote(`${'a'.repeat(400_000)} ${quote}`, quote)).toEqual({ start: 400_001, end: 402_001 });
});
