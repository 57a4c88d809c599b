import { SerializeAddon } from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import { expect, test } from 'vitest';

import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import { until } from '../../../../../fixtures/spine/world.ts';
import type { RecordingEvent } from '../domain/asciicast.ts';
import { ReplayPainter } from './replay-painter.ts';
import { type ReplayScreen, screenOf } from './replay-screen.ts';

const SIZE = { columns: 20, rows: 6 };

function open(events: readonly RecordingEvent[]) {
  const terminal = new headless.Terminal({ cols: 20, rows: 6, scrollback: 100, allowProposedApi: true });
  const serialize = new SerializeAddon();
  terminal.loadAddon(serialize);
  const painter = new ReplayPainter(screenOf(terminal), events, SIZE);
  return {
    painter,
    async screenAt(count: number) {
      painter.show(count);
      await until(() => !painter.isBehind, 'it is drawn');
      const { cursorX, cursorY, type } = terminal.buffer.active;
      return { cells: serialize.serialize(), cursorX, cursorY, type, columns: terminal.cols, modes: terminal.modes };
    },
  };
}

/** Modes, positions and unfinished sequences that must not survive a replay from the start. */
const SEQUENCES =
  '[31m [2J [H [?1049h [?1049l [3;5r [?6h (0 [?25l 7 8 ]0;title [38;5 P [4h [?1000h [?2004h [3g H [?7l [2~q [20h [?2026h'
    .split(' ')
    .map((sequence) => `\u001b${sequence}`);
/** Output that makes hidden state visible: margins, tab stops, charset, insert mode. */
const AFTER = `q\tlong line that wraps\r\n${'x\n'.repeat(9)}\u001b[Hend`;
const PLACES = 15;

test.each([3, 4, 5])('seeking to a place shows the same screen as playing to it: order %i', async (seed) => {
  const random = seededRandom(seed);
  const all = [...SEQUENCES, '\u000e']
    .flatMap((text): RecordingEvent[] => [
      { kind: 'output', atMs: 0, text },
      { kind: 'output', atMs: 0, text: AFTER },
      { kind: 'resize', atMs: 0, columns: 5 + Math.floor(random() * 36), rows: 2 + Math.floor(random() * 11) },
    ])
    .map((event) => ({ event, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ event }) => event);
  const sought = open(all);
  for (let time = 0; time < PLACES; time += 1) {
    const place = Math.floor(random() * (all.length + 1));
    expect(await sought.screenAt(place), `place ${place}`).toEqual(await open(all).screenAt(place));
  }
});

test('a long recording is drawn in slices, and a new target takes effect between two of them', async () => {
  const writes: number[] = [];
  let go: () => void = () => undefined;
  const screen: ReplayScreen = {
    write: (text) => {
      writes.push(text.length);
      return new Promise((resolve) => (go = resolve));
    },
    resize: () => undefined,
    reset: () => Promise.resolve(),
    dispose: () => undefined,
  };
  const all = Array.from({ length: 100 }, (): RecordingEvent => ({
    kind: 'output',
    atMs: 0,
    text: 'x'.repeat(10_000),
  }));
  const painter = new ReplayPainter(screen, all, SIZE);
  painter.show(100);
  expect(writes).toEqual([70_000]);
  painter.show(8);
  go();
  await until(() => writes.length === 2, 'the next slice');
  go();
  await until(() => !painter.isBehind, 'it is drawn');
  expect(writes).toEqual([70_000, 10_000]);
  painter.show(1);
  await until(() => writes.length === 3, 'it begins again');
  painter.dispose();
  go();
  await until(() => !painter.isBehind, 'it stops');
  painter.show(50);
  expect(writes).toEqual([70_000, 10_000, 10_000]);
});

test('sequences that affect the whole screen are written a few at a time', async () => {
  const lengths: number[] = [];
  const screen = screenOf({
    cols: 80,
    rows: 24,
    write(output, done) {
      lengths.push(output.length);
      done();
    },
    resize: () => undefined,
    reset: () => undefined,
    dispose: () => undefined,
  });
  await screen.write('\u001Bc'.repeat(10_000));
  expect(Math.max(...lengths)).toBeLessThan(50);
});
