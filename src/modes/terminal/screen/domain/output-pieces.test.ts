import { expect, test } from 'vitest';

import { pieceEnd } from './output-pieces.ts';

function piecesOf(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = pieceEnd(bytes, from);
    pieces.push(new TextDecoder('latin1').decode(bytes.subarray(from, end)));
    from = end;
  }
  return pieces;
}

test.each([
  'CSI 300 L',
  'CSI H CSI 300 M',
  'CSI 300 S',
  'CSI 300 T',
  'CSI 2 J',
  'CSI 500 SP @',
  "CSI 500 ' }",
  'CSI 3 LF 00 M',
  'ESC c',
  'ESC LF c',
  'ESC # 8',
  'C1 300 L',
])('a piece of output contains only a few of %s', (sequence) => {
  const text = sequence
    .replaceAll(' ', '')
    .replaceAll('CSI', '\u001B[')
    .replaceAll('ESC', '\u001B')
    .replaceAll('C1', '\u009B')
    .replaceAll('LF', '\n')
    .replaceAll('SP', ' ');
  const most = Math.max(...piecesOf(text.repeat(500)).map((piece) => piece.length / text.length));
  expect(most).toBeLessThan(14);
});

test('ordinary output, with or without colours, has long pieces', () => {
  const colored = '\u001B[38;2;1;2;3mword\u001B[0m \u001B[1;5H\u001B[K\u001B[2C'.repeat(200);
  for (const text of ['words '.repeat(1_000), colored])
    expect(piecesOf(text).map((piece) => piece.length)).toEqual(
      Array.from({ length: Math.ceil(text.length / 1_024) }, (_, at) => Math.min(1_024, text.length - at * 1_024)),
    );
});
