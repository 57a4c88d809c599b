import { expect, test } from 'vitest';

import { readBatch } from '../embedded/read-batch.ts';
import { FEATURES_VERSION } from './features/features.ts';
import { chancesOf } from './model.ts';
import { shippedModel } from './shipped-model.ts';
import { readStoredModel, storedModel } from './stored-model.ts';
import { weights } from './weights.ts';

const point = { id: 'p', text: 'Caffeine blocks adenosine receptors in the brain', context: '' };

function read(answer: string) {
  const messages = [
    { author: 'assistant', content: 'How does caffeine work?' },
    { author: 'person', content: answer },
  ] as const;
  const weighed = readBatch([point], messages, shippedModel().wordWeights).points[0]?.weighed;
  if (!weighed) throw new Error('Not a word of the point is in the answer.');
  return weighed;
}

test('the weights fit the features by version and name', () => {
  const model = shippedModel();
  const { features, setting } = read('it blocks the receptors');
  expect(model.featuresVersion).toBe(FEATURES_VERSION);
  expect(model.features).toEqual(Object.keys(features));
  expect(Object.keys(model.expressed.line.weights)).toEqual(Object.keys(setting));
  expect(Object.values(features).every(Number.isFinite)).toBe(true);
});

test('a stored model is read back unchanged, and stays small', () => {
  expect(storedModel(readStoredModel(weights))).toBe(weights.trim());
  expect(weights.length).toBeLessThan(300_000);
});

test('a fuller answer gets a higher probability, and a denial a lower one', () => {
  const chanceOf = (answer: string): number => {
    const { features, setting } = read(answer);
    return chancesOf(shippedModel(), features, setting).expressed;
  };
  const full = chanceOf('it blocks the adenosine receptors in the brain');
  expect(full).toBeGreaterThan(chanceOf('it blocks something in the brain'));
  expect(full).toBeGreaterThan(chanceOf('it does not block the adenosine receptors in the brain'));
});
