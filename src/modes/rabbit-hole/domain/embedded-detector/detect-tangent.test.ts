import { expect, test } from 'vitest';

import { DETECTION_CONFIDENCE } from '../detection.ts';
import { detectTangent } from './detect-tangent.ts';

function talk(...texts: readonly string[]) {
  return texts.map((content, index) => ({
    author: (texts.length - index) % 2 === 1 ? ('person' as const) : ('assistant' as const),
    content,
  }));
}

test('without points, a question that leads away from the earlier messages is a tangent', () => {
  const before = ['I baked bread this morning.', 'Lovely, what kind of bread was it?'];
  const stays = detectTangent(talk(...before, 'It was bread with olives in it.'), []);
  const leaves = detectTangent(talk(...before, 'Rye bread.', 'I like that.', 'Do you watch football on weekends?'), []);
  expect(stays).toMatchObject({ isRabbithole: false, topic: '' });
  expect(leaves).toMatchObject({
    isRabbithole: true,
    topic: '“watch football on weekends”',
    relatedRecallPointIds: [],
  });
  expect(leaves.confidence).toBeGreaterThanOrEqual(DETECTION_CONFIDENCE);
  expect(stays.confidence).toBeLessThan(DETECTION_CONFIDENCE);
});

test('a tangent always has a name, and no input breaks the detector', () => {
  const messages = [
    '',
    '   ',
    '?!',
    '🙂🙂',
    'how are you?',
    'do you?',
    'WHY?',
    '42',
    'なぜ猫は喉を鳴らすのですか？',
    '猫为什么会打呼噜？',
    'ทำไมแมวถึงส่งเสียงคราง',
    'почему кошки мурлыкают?',
    'لماذا تخرخر القطط؟',
    '(((',
    'a'.repeat(20_000),
    'why '.repeat(5_000),
    `what about ${'antidisestablishmentarianism '.repeat(20)}?`,
    '$& [x] \\ ^?',
  ];
  for (const content of messages) {
    for (const points of [[], [{ id: 'a', text: 'Cats purr with their larynx (a muscle).', isCurrent: true }]]) {
      const found = detectTangent(talk('Tell me of cats.', 'They sleep a lot. What else?', content), points);
      expect(found.topic.length, content).toBeLessThanOrEqual(60);
      expect(found.topic.trim() === '', content).toBe(!found.isRabbithole);
      expect(found.confidence >= DETECTION_CONFIDENCE, content).toBe(found.isRabbithole);
    }
  }
  expect(detectTangent([], [])).toMatchObject({ isRabbithole: false, confidence: 0 });
});

test('scripts without spaces are not examined', () => {
  const points = [{ id: 'a', text: 'Cats purr', isCurrent: true }];
  for (const content of ['なぜ猫は喉を鳴らすのですか？', 'ทำไมแมวถึงส่งเสียงคราง?'])
    expect(detectTangent(talk('What do cats do?', content), points)).toMatchObject({
      isRabbithole: false,
      confidence: 0,
    });
});

test('of a long message only the end is examined', () => {
  const before = ['I baked bread this morning.', 'Lovely, what kind of bread was it?'];
  const end = `${'It was bread with olives in it. '.repeat(250)}Do you watch football on weekends?`;
  const judged = detectTangent(talk(...before, end), []);
  expect(detectTangent(talk(...before, `${'なぜ猫は喉を鳴らすのですか？'.repeat(10_000)}${end}`), [])).toEqual(judged);
  expect(judged.topic).toBe('“watch football on weekends”');
});
