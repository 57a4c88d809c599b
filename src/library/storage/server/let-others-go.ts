import { setImmediate } from 'node:timers/promises';

import { MAX_LENGTH_AT_ONCE } from './waiting-texts.ts';

/** Lets other work run before the next step on a long text. Each single step is short enough for others to wait. */
export async function letOthersGo(content: string): Promise<void> {
  if (content.length > MAX_LENGTH_AT_ONCE) await setImmediate();
}
