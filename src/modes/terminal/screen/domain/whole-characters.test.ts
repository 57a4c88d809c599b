import fc from 'fast-check';
import { expect, test } from 'vitest';

import { WholeCharacters } from './whole-characters.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('what is written never ends inside a character, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.array(fc.nat({ max: 60 })), (text, cuts) => {
      const bytes = encode(text);
      const characters = new WholeCharacters();
      const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted((one, other) => one - other);
      let from = 0;
      let whole = '';
      for (const end of ends) {
        whole += new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
          characters.take(bytes.subarray(from, end)),
        );
        from = end;
      }
      expect(whole).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      expect(characters.held).toEqual(new Uint8Array());
    }),
  );
});

test('bytes that begin no character are kept back no longer than one', () => {
  const characters = new WholeCharacters();
  expect(characters.take(Uint8Array.of(0xff, 0x80, 0x80))).toEqual(Uint8Array.of(0xff, 0x80, 0x80));
  expect(characters.take(Uint8Array.of(0xe2, 0x80))).toEqual(new Uint8Array());
  expect(characters.take(encode('a'))).toEqual(Uint8Array.of(0xe2, 0x80, 0x61));
});
