import { expect, test } from 'vitest';

import { reconnect, shownBy } from '../../../../../fixtures/terminal/compare-screens.ts';
import { Emulator, type ScreenSize } from './emulator.ts';

const SIZE: ScreenSize = { cols: 40, rows: 12 };

const ESC = '\u001B';
test('a character is shown correctly wherever its bytes are cut', async () => {
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

test('a link of the normal screen survives erasing on the alternate one', async () => {
  const before = new Emulator(SIZE);
  const write = (each: Emulator, text: string) => each.write(new TextEncoder().encode(text));
  write(before, `${ESC}]8;;https://example.org/${ESC}\\linked${ESC}[?1049h`);
  const after = await reconnect(before);
  for (const each of [before, after]) write(each, `${ESC}[2J${ESC}[3Jmore${ESC}[?1049l`);
  expect(shownBy(after)).toEqual(shownBy(before));
});

test('the links of a screen are limited: unused ones make room, and further ones become plain text', () => {
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

test('the combining marks of a cell are limited, also after a reconnect', async () => {
  const emulator = new Emulator({ cols: 20, rows: 3 });
  const marks = (count: number) => new TextEncoder().encode('\u0301'.repeat(count));
  emulator.write(new TextEncoder().encode('a'));
  for (let write = 0; write < 20; write += 1) emulator.write(marks(10_000));
  expect(emulator.terminal.buffer.active.getLine(0)?.getCell(0)?.getChars()).toBe(`a${'\u0301'.repeat(31)}`);
  const other = await reconnect(emulator);
  for (const each of [emulator, other]) each.write(marks(10));
  expect(shownBy(other)).toEqual(shownBy(emulator));
});
