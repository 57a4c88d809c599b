import { setImmediate } from 'node:timers/promises';

import { MAX_LENGTH_AT_ONCE } from './waiting-texts.ts';

/** Others go before the next step of the work on a long text: each step alone is short enough for them to wait. */
export async function letOthersGo(content: string): Promise<void> {
  if (content.length > MAX_LENGTH_AT_ONCE) await setImmediate();
}

const MAX_BLOCKING_MS = 8;

/** To be called between the steps of work on many sources: others go first once the work has taken some milliseconds. */
export function inTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
