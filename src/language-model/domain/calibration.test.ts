import { expect, test } from 'vitest';

import { calibrationTexts, thresholdOf } from './calibration.ts';

/** Vectors of two numbers at these angles, in degrees. */
const at = (...angles: readonly number[]) =>
  angles.map((angle) => Float32Array.of(Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)));

test('the threshold is between the cosines of matching and other pairs', () => {
  // Matching pairs: cosine 1. Others: cosine 0.
  expect(thresholdOf(at(0, 0, 90, 90))).toBe(0.6);
  // A model with high cosines throughout: .94 for matching pairs, .64 to .87 for others.
  expect(thresholdOf(at(0, 20, 50, 30))).toBeGreaterThan(0.8);
});

test('a model that cannot distinguish the pairs gets the default threshold', () => {
  expect(thresholdOf(at(0, 90, 90, 0))).toBe(0.3);
  expect(thresholdOf(at(0, 0, 0, 0))).toBe(0.3);
});

test('each question is followed by its answer', () => {
  expect(calibrationTexts.length % 2).toBe(0);
  expect(new Set(calibrationTexts).size).toBe(calibrationTexts.length);
});
