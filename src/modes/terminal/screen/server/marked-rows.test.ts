import { expect, test } from 'vitest';

import { Emulator } from './emulator.ts';
import { markedRows } from './marked-rows.ts';

const BULLET = '\u001B[38;2;255;255;255m●\u001B[39m ';
const CODE = '\u001B[38;2;177;185;249m';
const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;

function markedOf(...rows: readonly string[]): readonly (string | null | undefined)[] {
  const emulator = new Emulator({ cols: 60, rows: 10 });
  emulator.write(new TextEncoder().encode(rows.join('\r\n')));
  const marked = markedRows(emulator, 0);
  return rows.map((_, row) => marked.get(row)?.text);
}

test('bold, italic and inline code are marked, including their spaces', () => {
  expect(markedOf(`${BULLET}Run ${CODE}npm\u001B[39m ${CODE}test\u001B[39m, ${bold('at once')}.`, '  Plain.')).toEqual([
    'Run `npm test`, **at once**.',
    undefined,
  ]);
  expect(markedOf(`${BULLET}\u001B[3mSo\u001B[23m (${bold('yes')}).`)).toEqual(['*So* (**yes**).']);
});

test('text stays plain if markdown would not read the marks', () => {
  expect(markedOf(`${BULLET}a${bold('"b"')}c and ${bold('2 * 3')} and ${CODE}\`x\u001B[39m`)).toEqual([
    'a"b"c and 2 * 3 and `x',
  ]);
});

test('syntax colors identify a code block, except in a theme without other colors', () => {
  expect(markedOf(`${BULLET}Look:`, '  \u001B[34mconst\u001B[39m a = 1;')).toEqual([undefined, null]);
  expect(markedOf('● Look:', '  \u001B[34mconst\u001B[39m a = 1;')).toEqual([undefined, undefined]);
});
