import { setImmediate } from 'node:timers/promises';

import { MAX_LENGTH_AT_ONCE } from './waiting-texts.ts';

/** Others go before the next step of the work on a long text: each step alone is short enough for them to wait. */
export async function letOthersGo(content: string): Promise<void> {
  if (content.length > MAX_LENGTH_AT_ONCE) await setImmediate();
}
