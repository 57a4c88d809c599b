import fc from 'fast-check';
import { expect, test } from 'vitest';

import { logOf, steps } from '../../../fixtures/spine/random-log.ts';
import type { Message } from '../protocol.ts';
import { inConversationOrder } from './conversation-order.ts';
import type { SessionEvent } from './event.ts';
import { foldMessages } from './messages.ts';
import { eventsThatMove, independentTail, isBranch, threadOf, withoutBegun } from './thread.ts';

const fold = (events: readonly SessionEvent[]) =>
  events.reduce<readonly Message[]>((messages, event) => foldMessages(messages, event), []);

/** The events of each thread, as an index of the log holds them. */
function byThread(log: readonly SessionEvent[]): ReadonlyMap<string, readonly SessionEvent[]> {
  const threads = new Map<SessionEvent, string>();
  for (const event of log) {
    const thread = threadOf(event);
    if (thread !== null) threads.set(event, thread);
    if (event.type !== 'conversation_branched') continue;
    const before = [...threads].flatMap(([each, on]) => (on === event.thread ? [each] : []));
    for (const each of eventsThatMove(before, event.moved)) threads.set(each, event.branch);
  }
  return Map.groupBy(threads.keys(), (event) => threads.get(event) ?? '');
}

test('the tail of a thread is the end of the whole thread, at any cut of its events', () => {
  let cuts = 0;
  let kept = 0;
  fc.assert(
    fc.property(steps, (all) => {
      const log = logOf('s', all).flat();
      const whole = fold(log);
      for (const [thread, own] of byThread(log)) {
        // No agent reads a branch.
        if (isBranch(thread)) continue;
        const ordered = inConversationOrder(whole.filter((message) => message.thread === thread));
        for (let cut = 0; cut < own.length; cut += 1) {
          const from = own[cut]?.seq ?? 0;
          const last = own.filter(({ seq }) => seq >= from).toSorted((one, other) => one.seq - other.seq);
          const tail = independentTail(fold(withoutBegun(last)));
          cuts += 1;
          kept += tail.length;
          expect(inConversationOrder(tail)).toEqual(tail.length === 0 ? [] : ordered.slice(-tail.length));
          const known = new Set(tail.map(({ id }) => id));
          for (const { continues } of tail) if (continues !== undefined) expect(known).toContain(continues);
        }
      }
    }),
    { numRuns: 200 },
  );
  // Most tails are not empty, so the comparison above means something.
  expect(kept).toBeGreaterThan(cuts);
});
