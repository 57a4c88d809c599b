import fc from 'fast-check';
import { expect, test } from 'vitest';

import { reconnect, shownBy } from '../../../../../fixtures/terminal/compare-screens.ts';
import { Emulator, type ScreenSize } from './emulator.ts';

const SIZE: ScreenSize = { cols: 40, rows: 12 };

const ESC = '\u001B';
const number = fc.integer({ min: 0, max: 45 });
/** Of a private mode each. */
const MODES = '1 5 6 7 9 12 25 45 47 66 1000 1002 1003 1004 1006 1016 1047 1048 1049 2004 2026'.split(' ');
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('漢字かな交じり', 'e\u0301\u0302', '\u0301', '👩‍👩‍👧 family', '🇩🇪', 'ｆｕｌｌ', '—'.repeat(50)),
);
const csi = fc.oneof(
  fc.tuple(number, number).map(([row, column]) => `${row};${column}H`),
  fc.tuple(number, fc.constantFrom(...Array.from('ABCDEFGJKLMPSTX@bdIZ'))).map(([count, final]) => `${count}${final}`),
  fc.tuple(number, number).map(([top, bottom]) => `${top};${bottom}r`),
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 109 }),
        fc.constantFrom('38;2;10;20;30', '48;5;200', '4:3', '58;2;1;2;3', '58:5:9'),
      ),
      { maxLength: 4 },
    )
    .map((parameters) => `${parameters.join(';')}m`),
  fc.tuple(fc.constantFrom(...MODES), fc.constantFrom('h', 'l')).map(([mode, final]) => `?${mode}${final}`),
  fc.constantFrom('4h', '4l', '20h', '20l', 's', 'u', 'g', '3g', '!p', '2 q', '6 q', '22;0t', '23;0t'),
);
const sequence = fc.oneof(
  csi.map((rest) => `${ESC}[${rest}`),
  fc
    .constantFrom('7', '8', 'D', 'E', 'H', 'M', 'c', '=', '>', '(0', '(B', ')0', '*A', 'n', 'o', '#8', '%G')
    .map((rest) => ESC + rest),
  fc.constantFrom('\u000E', '\u000F', '\r', '\n', '\r\n', '\b', '\t', '\u0018', '\u009B3;3H', '\u0085', '\u0084'),
  fc
    .tuple(fc.constantFrom('0', '1', '2'), fc.string({ maxLength: 8 }))
    .map(([kind, title]) => `${ESC}]${kind};${title.replaceAll(/[^ -~]/gu, '')}\u0007`),
  fc
    .tuple(fc.constantFrom('', 'id=a', 'id=b'), fc.constantFrom('', 'https://example.org/', 'file:///tmp'))
    .map(([id, uri]) => `${ESC}]8;${id};${uri}${ESC}\\`),
  fc.constantFrom(`${ESC}P1$r0m${ESC}\\`, `${ESC}P+q544e${ESC}\\`, `${ESC}_apc${ESC}\\`, `${ESC}^pm`),
);
const output = fc
  .array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 4, arbitrary: sequence }), { minLength: 1, maxLength: 120 })
  .map((parts) => new TextEncoder().encode(parts.join('')));
const anything = fc.oneof(
  { weight: 6, arbitrary: output },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
);

const reconnection = fc.record({
  bytes: anything,
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  later: output,
  resized: fc.option(fc.record({ cols: fc.integer({ min: 5, max: 60 }), rows: fc.integer({ min: 3, max: 20 }) })),
});

test('a restored screen shows the same, and goes on showing the same', async () => {
  await fc.assert(
    fc.asyncProperty(reconnection, async ({ bytes, where, later, resized }) => {
      const cut = Math.round(bytes.length * where);
      const one = new Emulator(SIZE);
      one.write(bytes.subarray(0, cut));
      const other = await reconnect(one);
      expect(shownBy(other)).toEqual(shownBy(one));
      for (const each of [one, other]) {
        each.write(bytes.subarray(cut));
        if (resized) each.resize(resized);
        each.write(later);
      }
      expect(shownBy(other)).toEqual(shownBy(one));
    }),
    { numRuns: 100 },
  );
});

test('a character is shown wherever its bytes are cut', async () => {
  const text = '… – “” • 漢 👩‍👩‍👧 é';
  const bytes = new TextEncoder().encode(text);
  const whole = new Emulator(SIZE);
  whole.write(bytes);
  for (let cut = 1; cut < bytes.length; cut++) {
    const pieces = new Emulator(SIZE);
    pieces.write(bytes.subarray(0, cut));
    const other = await reconnect(pieces);
    for (const each of [pieces, other]) {
      each.write(bytes.subarray(cut));
      expect(shownBy(each)).toEqual(shownBy(whole));
    }
  }
});

test.each([
  ['é', 1],
  ['e\u0301', 1],
  ['日', 2],
  ['한', 2],
  ['❤️', 2],
  ['👍🏽', 2],
  ['👩‍🔬', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🇩🇪', 2],
  ['1️⃣', 2],
  ['किं', 1],
])('%s takes %i cells', (text, cells) => {
  const emulator = new Emulator({ cols: 20, rows: 2 });
  emulator.write(new TextEncoder().encode(`${text}|`));
  const { active } = emulator.terminal.buffer;
  expect(active.cursorX).toBe(cells + 1);
  expect(active.getLine(0)?.translateToString(true)).toBe(`${text}|`);
  emulator.dispose();
});

test('a link of the normal screen outlives what is erased on the alternate one', async () => {
  const before = new Emulator(SIZE);
  const write = (each: Emulator, text: string) => each.write(new TextEncoder().encode(text));
  write(before, `${ESC}]8;;https://example.org/${ESC}\\linked${ESC}[?1049h`);
  const after = await reconnect(before);
  for (const each of [before, after]) write(each, `${ESC}[2J${ESC}[3Jmore${ESC}[?1049l`);
  expect(shownBy(after)).toEqual(shownBy(before));
});

test('a screen keeps no more links than anybody needs, those that are gone make room, and what is beyond is plain', () => {
  const emulator = new Emulator(SIZE);
  const write = (text: string) => emulator.write(new TextEncoder().encode(text));
  const link = (name: string) => `${ESC}]8;;https://example.org/${name}${ESC}\\x${ESC}]8;;${ESC}\\`;
  const links = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => link(String(from + at)) + (at % 30 === 29 ? '\r\n' : '')).join('');
  const kept = () => emulator.capture().screen.state.links.length;
  write(links(0, 30_000));
  expect(kept()).toBe(10_000);
  expect(emulator.terminal.buffer.active.length).toBeGreaterThan(1_000);
  write(`${ESC}[3J${ESC}[H${ESC}[2J${links(100_000, 300)}`);
  expect(kept()).toBeLessThanOrEqual(300);
  write(links(200_000, 20_000));
  expect(kept()).toBeGreaterThan(9_000);
  const long = (name: string) => link(name + 'y'.repeat(8_000));
  const other = new Emulator(SIZE);
  for (let at = 0; at < 2_000; at += 1) other.write(new TextEncoder().encode(`${long(String(at))}\r\n`));
  expect(JSON.stringify(other.capture().screen.state.links).length).toBeLessThan(5_000_000);
});

test('a cell keeps no more marks than anybody can read, also after a reconnect', async () => {
  const emulator = new Emulator({ cols: 20, rows: 3 });
  const marks = (count: number) => new TextEncoder().encode('\u0301'.repeat(count));
  emulator.write(new TextEncoder().encode('a'));
  for (let write = 0; write < 20; write += 1) emulator.write(marks(10_000));
  expect(emulator.terminal.buffer.active.getLine(0)?.getCell(0)?.getChars()).toBe(`a${'\u0301'.repeat(31)}`);
  const other = await reconnect(emulator);
  for (const each of [emulator, other]) each.write(marks(10));
  expect(shownBy(other)).toEqual(shownBy(emulator));
});
