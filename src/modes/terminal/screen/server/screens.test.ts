import { afterAll, expect, test } from 'vitest';

import { Screens } from './screens.ts';

const HALF = Buffer.from('\u001B[?2026hone');
const REST = Buffer.from(' two\u001B[?2026l');
const ignore = () => undefined;

const screens = new Screens();
afterAll(() => screens.close());
const open = () =>
  screens.open({ cols: 80, rows: 24 }, { onWritten: ignore, onReply: ignore, onChanged: ignore, onStuck: ignore });

test('a screen is read between two pictures', async () => {
  const screen = open();
  screen.write(HALF);
  const read = screen.read(0);
  screen.write(REST);
  expect((await read).text.rows[0]).toBe('one two');
});

test('a picture whose end never comes is read half painted, also if the screen rests', async () => {
  const screen = open();
  screen.write(HALF);
  expect((await screen.read(0)).text.rows[0]).toBe('one');
  const read = screen.read(0);
  await screen.rest();
  expect((await read).text.rows[0]).toBe('one');
});
