import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createGuard } from './guard.ts';
import { isNear, NearScan } from './near.ts';
import { GAP } from './reading/token-reading.ts';

const points = [
  'Caffeine blocks adenosine receptors in the brain',
  'Vitamin A keeps eyes well',
  'The half-life of caffeine is about 5 hours',
  'Adenosine builds up while we are awake and makes us sleepy',
  '睡眠は記憶を固める',
].map((text, index) => ({ id: String(index + 1), text, context: '' }));

const words = fc.constantFrom(
  'the',
  'a',
  'A',
  'caffeine',
  'blocks',
  'aden',
  'osine',
  'half-',
  'life',
  '5',
  'hours.',
  'c',
  'f',
  'b r a',
  'wake',
  'vitamin',
  'eye',
  '<b>',
  '&shy;',
  'brain',
  'receptor,',
  '睡眠',
  'は記',
  '°',
  'C',
  'ad-e-no-sine',
  'сaffeine',
  'sleepy',
  'p53',
  '12a',
  '5th',
);
const gaps = fc.constantFrom('', ' ', ' ', ' ', '\n', '\u00a0', ' – ', '.', '_', ':', '[', ']', '…', '！', '? ', '；');

test.each([null, '1', '3'])(
  'a sentence that arrives in pieces is as near as the same one read whole, with %j asked',
  (probeId) => {
    const openIds = new Set(['1', '2', '3', '5']);
    fc.assert(
      fc.property(fc.array(fc.tuple(words, gaps), { maxLength: 14 }), fc.array(words), (pieces, earlier) => {
        const before = earlier.join(' ');
        const guard = createGuard({ points, openIds, probeId, title: 'Caffeine', asked: 'And the brain?', said: '' });
        const scan = new NearScan(before, guard);
        let sentence = '';
        let from = 0;
        for (const [word, gap] of pieces) {
          sentence += word + gap;
          const tokens = sentence.slice(from).split(GAP);
          const rest = tokens.pop() ?? '';
          for (const token of tokens) if (token !== '') scan.take(token);
          from = sentence.length - rest.length;
          expect(scan.isNear(sentence, rest), sentence).toBe(isNear(sentence, before, guard));
        }
      }),
      { numRuns: 400 },
    );
  },
);
