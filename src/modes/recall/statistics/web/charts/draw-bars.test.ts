// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { type Bar, drawBars } from './draw-bars.ts';

const bar = (label: string): Bar => ({ name: label, value: 3, title: label, label });
const bars = ['<1 d', '1 d', '3 d', '1 w', '2 w', '1 mo', '3 mo', '6 mo', '1 y', '2 y'].map(bar);

function labels(width: number): string[] {
  const drawn = drawBars({ bars, format: String }, width);
  const names = new Set(bars.map(({ label }) => label));
  return [...drawn.querySelectorAll('text')].map(({ textContent }) => textContent).filter((text) => names.has(text));
}

test('every other label is left out if labels would overlap on a phone', () => {
  expect(labels(600)).toEqual(bars.map(({ label }) => label));
  expect(labels(294)).toEqual(['<1 d', '3 d', '2 w', '3 mo', '1 y']);
});
