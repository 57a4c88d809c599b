import fc from 'fast-check';
import { expect, test } from 'vitest';

import { recordedScreens } from '../../../../../fixtures/claude/recorded-screens.ts';
import { HOSTILE_OUTPUTS } from '../../../../../fixtures/terminal/hostile-outputs.ts';
import { OutputScanner } from './output-scanner.ts';

const SIZE = { cols: 120, rows: 36 };
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const scanned = (text: string) => decode(new OutputScanner().take(encode(text), SIZE));

test.each([
  ['a count', '\u001B[2147483647L', '\u001B[120L'],
  ['a count with its introducer in one character', '\u009B2147483647M', '\u001B[120M'],
  ['a repetition', 'a\u001B[2147483647b', 'a\u001B[120b'],
  ['a position', '\u001B[2147483647;5H', '\u001B[9999;5H'],
  ['a sub-parameter', '\u001B[4:2147483647;38:2::99999:0:0m', '\u001B[4:9999;38:2::9999:0:0m'],
  ['a number with a prefix or an intermediate character', '\u001B[?99999h\u001B[99999 @', '\u001B[?9999h\u001B[120 @'],
  ['digits with control characters between them', '\u001B[21\n47\u007F48\r3647L', '\n\r\u001B[120L'],
  ['a number before a character that aborts the sequence', '\u001B[99999\u00A0@', '\u001B[99999\u00A0@'],
  ['digits after an aborted sequence', '\u001B[1\u001B[99999S\u001B\n[99999T', '\u001B[1\u001B[120S\n\u001B[120T'],
])('%s is harmless for the emulator', (_, output, given) => {
  expect(scanned(output)).toBe(given);
});

test.each([
  ['a title', '\u001B]0;', '\u0007'],
  ['a link', '\u001B]8;;', '\u001B\\'],
  ['a command in one character', '\u009D52;c;', '\u009C'],
  ['a string of a device', '\u001BP+q', '\u001B\\'],
  ['an application string', '\u001B_G', '\u001B\\'],
  ['a private message', '\u001B^', '\u0018'],
  ['a string of anything', '\u001BX', '\u001A'],
  ['a list of numbers', '\u001B[', 'm'],
])('%s that is too long is dropped, and nothing of it is held', (_, beginning, ending) => {
  const scanner = new OutputScanner();
  const body = beginning.endsWith('[') ? '1;' : 'xy';
  let given = decode(scanner.take(encode(`before${beginning}`), SIZE));
  for (let time = 0; time < 50; time += 1) given += decode(scanner.take(encode(body.repeat(10_000)), SIZE));
  expect(given).toBe('before\u0018');
  expect(scanner.held.length).toBeLessThan(10);
  const other = new OutputScanner();
  other.take(scanner.held, SIZE);
  other.dropped = scanner.dropped;
  for (const each of [scanner, other])
    expect(decode(each.take(encode(`${ending}after`), SIZE))).toMatch(/^.{0,2}after$/su);
});

test('half a character before a dropped sequence is not joined to the bytes after it', () => {
  const bytes = Buffer.concat([
    Uint8Array.of(0xc2),
    encode(`\u001B]0;${'t'.repeat(9_000)}\u0007`),
    Uint8Array.of(0x9b),
    encode('99999L'),
  ]);
  expect(Buffer.from(new OutputScanner().take(bytes, SIZE)).includes(Buffer.of(0xc2, 0x9b))).toBe(false);
});

test('a string without an end is ended at a maximum length', () => {
  const scanner = new OutputScanner();
  const piece = encode('x'.repeat(1024 * 1024));
  scanner.take(encode('\u001B]0;'), SIZE);
  for (let time = 0; time < 33; time += 1) scanner.take(piece, SIZE);
  expect(decode(scanner.take(encode('shown'), SIZE))).toBe('shown');
});

test('recorded screens pass unchanged', () => {
  for (const { bytes, cols, rows, scene } of recordedScreens()) {
    const scanner = new OutputScanner();
    expect(scanner.take(bytes, { cols, rows }), scene).toEqual(new Uint8Array(bytes));
    expect(scanner.held.length, scene).toBe(0);
  }
});

const parts = fc.oneof(
  fc
    .constantFrom(
      ...'\u001B [ ] P X ^ _ \\ ? > : ; m L b H h \u0007 \u0018 \u001A \n \u007F 9 é — \u009B \u009D \u0090 \u009C \u0085'.split(
        ' ',
      ),
    )
    .map(encode),
  fc
    .constantFrom('2147483647', '99', '\u001B[', '\u001B]0;', '\u001BP', 'x'.repeat(9_000), '1;'.repeat(600))
    .map(encode),
  fc.constantFrom(...HOSTILE_OUTPUTS).map(({ text }) => encode(text.slice(0, 10_000))),
  fc.uint8Array({ maxLength: 5 }),
  fc
    .constantFrom([0xe2, 0x80], [0xf0, 0x80, 0x82], [0xc2], [0xe0, 0x80, 0x9b], [0xff], [0xef, 0xbb, 0xbf])
    .map((each) => Uint8Array.from(each)),
);
const output = fc.array(parts, { maxLength: 40 }).map((all) => new Uint8Array(Buffer.concat(all)));

test('the output does not depend on how bytes are cut, even across two scanners', () => {
  fc.assert(
    fc.property(output, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (bytes, cuts) => {
      const whole = new OutputScanner().take(bytes, SIZE);
      let scanner = new OutputScanner();
      const given: Uint8Array[] = [];
      let from = 0;
      for (const end of [...cuts, 1].map((cut) => Math.round(cut * bytes.length)).toSorted((one, two) => one - two)) {
        given.push(scanner.take(bytes.subarray(from, end), SIZE));
        from = end;
        const next = new OutputScanner();
        expect(next.take(scanner.held, SIZE).length).toBe(0);
        next.dropped = scanner.dropped;
        scanner = next;
      }
      expect(Buffer.concat(given).equals(whole)).toBe(true);
    }),
    { numRuns: 600 },
  );
});

test('output of a scanner passes another one unchanged', () => {
  fc.assert(
    fc.property(output, (bytes) => {
      const once = new OutputScanner().take(Buffer.concat([bytes, encode('\u0018')]), SIZE);
      const again = new OutputScanner().take(once, SIZE);
      expect(Buffer.from(again).equals(once)).toBe(true);
    }),
    { numRuns: 600 },
  );
});
