import fc from 'fast-check';
import { expect, test } from 'vitest';

import { recordedScreens } from '../../../../../fixtures/claude/recorded-screens.ts';
import { reconnect, shownBy } from '../../../../../fixtures/terminal/compare-screens.ts';
import { ESCAPE_SEQUENCES } from '../../../../../fixtures/terminal/escape-sequences.ts';
import { generatedOutput } from '../../../../../fixtures/terminal/generated-output.ts';
import { Emulator } from './emulator.ts';

const RUNS = Number(process.env['WARREN_SCREEN_RUNS'] ?? 30);
/** Bytes written after a reconnect before the screens are compared again. */
const MORE_BYTES = 10_240;
const MAX_CUTS = 12;
/** Number of places at which a long sequence is cut. A short one is cut at every place. */
const CUT_PLACES = RUNS > 30 ? 150 : 8;
const MAX_SHORT_BYTES = 64;

const recordings = recordedScreens();
const written = Object.entries(ESCAPE_SEQUENCES).map(([name, text]) => ({
  name,
  bytes: new TextEncoder().encode(text),
}));
const recorded = recordings.map(({ scene, version, cols, bytes }) => ({ name: `${scene}-${cols} ${version}`, bytes }));

const ANY = 'any bytes';
/** Without line wrap, the way xterm.js shows a wide character beyond the edge depends on the cuts. */
const SHOWN_BY_CUTS = [ANY, 'a line that does not wrap'];
const sequence = fc.constantFrom(...written);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => new TextEncoder().encode(text)),
);
const any = bytes.map((some) => ({ name: ANY, bytes: some }));
const generated = generatedOutput.map((some) => ({ name: 'generated', bytes: some }));
const output = fc.array(fc.oneof(sequence, sequence, any, generated, fc.constantFrom(...recorded)), {
  minLength: 1,
  maxLength: 5,
});
const place = fc.double({ min: 0, max: 1, noNaN: true });

const plan = fc.record({
  size: fc.constantFrom(
    { cols: 60, rows: 36 },
    { cols: 100, rows: 36 },
    { cols: 200, rows: 36 },
    { cols: 40, rows: 9 },
  ),
  before: output,
  /** Where the bytes are cut, as fractions of their length. */
  cuts: fc.array(place, { maxLength: MAX_CUTS }),
  reconnects: fc.array(place, { minLength: 1, maxLength: 3 }),
  more: output,
  resized: fc.option(fc.record({ cols: fc.integer({ min: 20, max: 220 }), rows: fc.integer({ min: 5, max: 50 }) })),
});

test('every recording shows the same screen in pieces and whole', async () => {
  for (const { cols, rows, bytes, cuts, scene } of recordings) {
    const whole = new Emulator({ cols, rows });
    whole.write(bytes);
    const pieces = new Emulator({ cols, rows });
    let from = 0;
    for (const cut of cuts) {
      pieces.write(bytes.subarray(from, cut));
      from = cut;
    }
    expect(from, scene).toBe(bytes.length);
    expect(shownBy(pieces), scene).toEqual(shownBy(whole));
  }
});

test('every sequence shows the same wherever it is cut', async () => {
  for (const { name, bytes } of written) {
    const whole = new Emulator({ cols: 60, rows: 36 });
    whole.write(bytes);
    const expected = shownBy(whole);
    const step = bytes.length <= MAX_SHORT_BYTES ? 1 : Math.max(1, Math.floor(bytes.length / CUT_PLACES));
    for (let cut = 1; cut < bytes.length; cut += step) {
      const pieces = new Emulator({ cols: 60, rows: 36 });
      pieces.write(bytes.subarray(0, cut));
      pieces.write(bytes.subarray(cut));
      expect(shownBy(pieces), `${name} cut at ${cut}`).toEqual(expected);
      pieces.dispose();
    }
  }
});

test('a screen is equal cell by cell after a reconnect at any place, and 10 kB later', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ size, before, cuts, reconnects, more, resized }) => {
      const first = Buffer.concat(before.map(({ bytes }) => bytes));
      const later = repeated(Buffer.concat(more.map(({ bytes }) => bytes)), MORE_BYTES);
      const ends = [...cuts, ...reconnects, 1].map((share) => Math.round(share * first.length));
      const reconnectsAt = new Set(reconnects.map((share) => Math.round(share * first.length)));
      const server = new Emulator(size);
      const viewers: Emulator[] = [];
      const writeAll = async (bytes: Uint8Array) => {
        for (const each of [server, ...viewers]) each.write(bytes);
      };
      let from = 0;
      const sorted = ends.toSorted((one, other) => one - other);
      for (const end of sorted) {
        await writeAll(first.subarray(from, end));
        from = end;
        if (!reconnectsAt.delete(end)) continue;
        const viewer = await reconnect(server);
        expect(shownBy(viewer)).toEqual(shownBy(server));
        viewers.push(viewer);
      }
      const isAnyCutAlike = [...before, ...more].every(({ name }) => !SHOWN_BY_CUTS.includes(name));
      const whole = new Emulator(size);
      if (isAnyCutAlike) whole.write(first);
      else for (const [index, end] of sorted.entries()) whole.write(first.subarray(sorted[index - 1] ?? 0, end));
      const same = () => {
        const expected = shownBy(whole);
        for (const each of [server, ...viewers]) expect(shownBy(each)).toEqual(expected);
      };
      same();
      if (resized) for (const each of [whole, server, ...viewers]) each.resize(resized);
      if (isAnyCutAlike) whole.write(later);
      else viewers.push(whole);
      for (let at = 0; at < later.length; at += 997) await writeAll(later.subarray(at, at + 997));
      same();
      for (const each of new Set([whole, server, ...viewers])) each.dispose();
    }),
    { numRuns: RUNS },
  );
});

function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => bytes[at % bytes.length] ?? 0);
}
