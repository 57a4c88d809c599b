import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inChainOrder } from './chain-order.ts';

const line = (uuid: string, parentUuid: string | null) => ({ uuid, parentUuid });

test('an answer that was written before its prompt is moved behind it', () => {
  const lines = [line('answer', 'note'), line('tool', 'answer'), line('prompt', null), line('note', 'prompt')];
  expect(inChainOrder(lines).map(({ uuid }) => uuid)).toEqual(['prompt', 'note', 'answer', 'tool']);
});

test('lines that are in order, without an id or without their parent, keep their place', () => {
  const lines = [line('a', null), { uuid: null, parentUuid: null }, line('b', 'a'), line('c', 'gone'), line('d', 'b')];
  expect(inChainOrder(lines)).toEqual(lines);
});

test('every line occurs once in any chain, and none before its parent', () => {
  const anyLine = fc.record({ uuid: fc.nat(30).map(String), parentUuid: fc.option(fc.nat(30).map(String)) });
  fc.assert(
    fc.property(fc.uniqueArray(anyLine, { selector: ({ uuid }) => uuid }), (lines) => {
      const ordered = inChainOrder(lines);
      expect(ordered.toSorted(byId)).toEqual(lines.toSorted(byId));
      const isChain = lines.every(({ uuid, parentUuid }) => parentUuid === null || Number(parentUuid) < Number(uuid));
      if (!isChain) return;
      const places = new Map(ordered.map(({ uuid }, place) => [uuid, place]));
      for (const { uuid, parentUuid } of lines) {
        const before = parentUuid === null ? undefined : places.get(parentUuid);
        if (before !== undefined) expect(before).toBeLessThan(places.get(uuid) ?? -1);
      }
    }),
  );
});

const byId = (one: { uuid: string }, other: { uuid: string }) => Number(one.uuid) - Number(other.uuid);

test('a chain of 100,000 lines is ordered without delay', () => {
  const lines = Array.from({ length: 100_000 }, (_, place) =>
    line(`${place}`, place === 99_999 ? null : `${place + 1}`),
  );
  expect(inChainOrder(lines)[0]?.uuid).toBe('99999');
});
