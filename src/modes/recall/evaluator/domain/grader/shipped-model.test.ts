import { expect, test } from 'vitest';

import { readBatch } from '../embedded/read-batch.ts';
import { type Features, FEATURES_VERSION } from './features.ts';
import { chanceOf, ECHOES } from './model.ts';
import { shippedModel } from './shipped-model.ts';
import { readStoredModel } from './stored-model.ts';
import { weights } from './weights.ts';

const point = { id: 'p', text: 'Caffeine blocks adenosine receptors in the brain', context: '' };

function featuresOf(answer: string): Features {
  const messages = [
    { author: 'assistant', content: 'How does caffeine work?' },
    { author: 'person', content: answer },
  ] as const;
  const features = readBatch([point], messages).points[0]?.features;
  if (!features) throw new Error('Not a word of the point is in the answer.');
  return features;
}

test('the weights fit the features by version and name', () => {
  const model = shippedModel();
  const features = featuresOf('it blocks the receptors');
  expect(model.featuresVersion).toBe(FEATURES_VERSION);
  expect([...model.features, ECHOES]).toEqual(Object.keys(features));
  expect(Object.values(features).every(Number.isFinite)).toBe(true);
});

test('a stored model is read whole, and stays small', () => {
  const { forest } = readStoredModel(weights);
  const trees = weights.trim().split('\n').slice(1).join('; ').split('; ');
  expect(forest.features).toHaveLength(trees.length);
  expect(forest.leaves.flatMap((tree) => Array.from(tree)).every(Number.isFinite)).toBe(true);
  expect(weights.length).toBeLessThan(100_000);
});

test('a fuller answer gets a higher probability, and a denial a lower one', () => {
  const chance = (answer: string): number => chanceOf(shippedModel(), featuresOf(answer));
  const full = chance('it blocks the adenosine receptors in the brain');
  expect(full).toBeGreaterThan(chance('it blocks something in the brain'));
  expect(full).toBeGreaterThan(chance('it does not block the adenosine receptors in the brain'));
});
