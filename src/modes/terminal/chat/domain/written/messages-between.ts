import type { Message } from '#session/protocol.ts';

import { isTakenBack, joins } from '../shown/shown-messages.ts';

/**
 * The messages from one to another, whichever of them comes first, with the calls of tools that the last one is shown
 * with. Null if one of them is not there.
 */
export function messagesBetween(
  messages: readonly Message[],
  ends: readonly [string, string],
): readonly Message[] | null {
  const there = messages.filter((message) => !isTakenBack(message));
  const [first = -1, last = -1] = ends
    .map((end) => there.findIndex(({ id }) => id === end))
    .toSorted((one, other) => one - other);
  const end = there[last];
  if (first < 0 || !end) return null;
  const calls = there.slice(last + 1).findIndex((message) => !joins(end, message));
  return there.slice(first, calls < 0 ? undefined : last + 1 + calls);
}
