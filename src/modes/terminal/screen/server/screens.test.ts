import { afterAll, expect, test } from 'vitest';

import { Screens } from './screens.ts';

const HALF = Buffer.from('\u001B[?2026hone');
const REST = Buffer.from(' two\u001B[?2026l');
const ignore = () => undefined;

const screens = new Screens();
afterAll(() => screens.close());
const open = () =>
  screens.open({ cols: 80, rows: 24 }, { onWritten: ignore, onReply: ignore, onChanged: ignore, onStuck: ignore });

test('a screen is read between two synchronized updates', async () => {
  const screen = open();
  screen.write(HALF);
  const read = screen.read(0);
  screen.write(REST);
  expect((await read).text.rows[0]).toBe('one two');
});

test('a synchronized update without an end is read half painted, also if the screen rests', async () => {
  const screen = open();
  screen.write(HALF);
  expect((await screen.read(0)).text.rows[0]).toBe('one');
  const read = screen.read(0);
  await screen.rest();
  expect((await read).text.rows[0]).toBe('one');
});

test('characters that reverse or hide a text are removed from a title', async () => {
  const screen = open();
  const html = '<img src=x onerror=alert(1)>';
  screen.write(Buffer.from(`\u001B]0;${html}\u202Egnp\u2066.exe\u0007`));
  expect((await screen.read(0)).text.title).toBe(`${html}gnp.exe`);
});

test('a title that is too long is ignored', async () => {
  const screen = open();
  screen.write(Buffer.from(`\u001B]0;short\u0007\u001B]0;${'T'.repeat(1_000_000)}\u0007shown`));
  const { title, rows } = (await screen.read(0)).text;
  expect([title, rows[0]]).toEqual(['short', 'shown']);
});
