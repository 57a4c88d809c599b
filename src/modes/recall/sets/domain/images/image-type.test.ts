import { expect, test } from 'vitest';

import { imageTypeOf } from './image-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each([
  ['\u0089PNG\r\n\u001A\n\0\0', 'image/png'],
  ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['GIF87a', 'image/gif'],
  ['RIFF\u0001\u0002\u0003\nWEBPVP8 ', 'image/webp'],
  ['<svg/>', 'svg'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
  ['\u00EF\u00BB\u00BF<?xml version="1.0"?>\n<!-- a -->\n<svg>', 'svg'],
  ['<html><script>', null],
  ['RIFF\u0001\u0002\u0003\u0004WAVE', null],
  ['BM\0\0', null],
  ['', null],
])('%j is %s', (head, type) => {
  expect(imageTypeOf(bytes(head))).toBe(type);
});
