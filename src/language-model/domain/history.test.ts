import fc from 'fast-check';
import { expect, test } from 'vitest';

import { historyMessages } from './history.ts';

const said = fc.record({
  author: fc.constantFrom('person' as const, 'assistant' as const),
  content: fc.nat(50_000).map((length) => 'x'.repeat(length + 1)),
});

test('a request with the end of a conversation is the same as with all of it', () => {
  const naming = { person: 'person', begins: 'begins' };
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 90 }), fc.integer({ min: 1, max: 400_000 }), (all, room) => {
      const whole = historyMessages(all, naming, { maxCharacters: room });
      const sizes = all.map(({ content }) => Math.min(content.length, 40_000));
      for (let earlier = 0; earlier < all.length; earlier += 1) {
        // The messages that were read must exceed the room for them.
        if (earlier > 0 && sizes.slice(earlier).reduce((sum, size) => sum + size, 0) <= room) continue;
        expect(historyMessages(all.slice(earlier), naming, { maxCharacters: room, earlier })).toEqual(whole);
      }
    }),
    { numRuns: 40 },
  );
});
