import { expect, test } from 'vitest';

import { calibrationTexts, thresholdOf } from './calibration.ts';

/** Vectors of two numbers at these angles, in degrees. */
const at = (...angles: readonly number[]) =>
  angles.map((angle) => Float32Array.of(Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)));

test('the threshold is between pairs that belong together and those that do not', () => {
  // Together: cosine 1. Apart: cosine 0.
  expect(thresholdOf(at(0, 0, 90, 90))).toBe(0.6);
  // A model all of whose cosines are high: .94 together, .64 to .87 apart.
  expect(thresholdOf(at(0, 20, 50, 30))).toBeGreaterThan(0.8);
});

test('a model that does not tell the pairs apart gets the usual threshold', () => {
  expect(thresholdOf(at(0, 90, 90, 0))).toBe(0.3);
  expect(thresholdOf(at(0, 0, 0, 0))).toBe(0.3);
});

test('each question is followed by its answer', () => {
  expect(calibrationTexts.length % 2).toBe(0);
  expect(new Set(calibrationTexts).size).toBe(calibrationTexts.length);
});
