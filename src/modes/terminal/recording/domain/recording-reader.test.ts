import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventLine, headerLine, type RecordingEvent } from './asciicast.ts';
import { RecordingReader } from './recording-reader.ts';

const HEADER = headerLine({ columns: 80, rows: 24 });
const out = (atMs: number, text: string): RecordingEvent => ({ kind: 'output', atMs, text });

function read(text: string, cuts: readonly number[] = []) {
  const reader = new RecordingReader();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  const events = places.slice(1).flatMap((end, index) => reader.push(text.slice(places[index], end)));
  return { reader, events: [...events, ...reader.end()] };
}

test('a recording is read the same wherever it is cut', () => {
  const events = [out(0, 'é😀'), out(10, 'line\n'), { kind: 'resize', atMs: 20, columns: 60, rows: 10 } as const];
  const text = HEADER + events.map(eventLine).join('');
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
      expect(read(text, cuts).events).toEqual(events);
    }),
  );
});

test('invalid lines and input events are skipped', () => {
  const text = `${HEADER}[1.0, "o", "a"]\nnonsense\n\n[2.0, "i", "secret"]\n\u0000\u0000\n[3.0, "o", "b"]\n[4.0, "o", "to`;
  expect(read(text).events).toEqual([out(1000, 'a'), out(3000, 'b')]);
});

test('a whole last line without a newline is read', () => {
  expect(read(`${HEADER}[1.0, "o", "a"]`).events).toEqual([out(1000, 'a')]);
});

test('times that go back are set to the time before', () => {
  expect(read(`${HEADER}[2.0, "o", "a"]\n[1.0, "o", "b"]\n`).events).toEqual([out(2000, 'a'), out(2000, 'b')]);
});

test('a file that is not a recording has no header and no events', () => {
  const { reader, events } = read('hello\n[1.0, "o", "a"]\n');
  expect(reader.header).toBeUndefined();
  expect(events).toEqual([]);
  expect(read('').reader.header).toBeUndefined();
});
