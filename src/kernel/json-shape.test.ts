import { expect, test } from 'vitest';

import { isTooComplex, JsonShape, MAX_JSON_DEPTH } from './json-shape.ts';

const MAX_JSON_VALUES = 1_000;
const shape = (text: string) => isTooComplex(new TextEncoder().encode(text), MAX_JSON_VALUES);

test('depth is limited in arrays and objects, also in an incomplete text', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect(shape(nested(MAX_JSON_DEPTH))).toBe(false);
  expect(shape(nested(MAX_JSON_DEPTH + 2))).toBe(true);
  expect(shape('['.repeat(1_000_000))).toBe(true);
});

test('the number of values is limited: entries, keys, and empty ones', () => {
  const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
  expect(shape(list(MAX_JSON_VALUES - 1))).toBe(false);
  expect(shape(list(MAX_JSON_VALUES))).toBe(true);
  expect(shape(`[${'[],'.repeat(MAX_JSON_VALUES / 2)}0]`)).toBe(true);
  expect(shape(JSON.stringify(Object.fromEntries(Array.from({ length: MAX_JSON_VALUES }, (_, key) => [key, 1]))))).toBe(
    true,
  );
});

test('characters in a string do not count', () => {
  const text = `${'[,{'.repeat(MAX_JSON_VALUES)}"\\\\"[\\`;
  expect(shape(JSON.stringify({ text, [text]: [text] }))).toBe(false);
  expect(shape(JSON.stringify(`é🙂${text}`))).toBe(false);
});

test('a text in parts has the same shape, at any cut', () => {
  const text = JSON.stringify({ text: '\\"[{,\\\\', list: [['"'], ['\\'], [',,']] });
  const bytes = new TextEncoder().encode(text);
  const values = bytes.length;
  const least = Array.from({ length: values }, (_, max) => max).find((max) => !isTooComplex(text, max)) ?? 0;
  for (let cut = 0; cut < bytes.length; cut += 1)
    for (const [max, isTooMuch] of [
      [least, false],
      [least - 1, true],
    ] as const) {
      const shape = new JsonShape(max);
      const found = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => shape.isTooComplexWith(part));
      expect(found.at(-1)).toBe(isTooMuch);
    }
});
