import { setTimeout } from 'node:timers/promises';

import { isBusy } from '../store-error.ts';

const PAUSE_MS = 100;
/** A write waits this long for another process, such as `warren user add`, to finish its own. */
const GIVE_UP_AFTER_MS = 4_000;

/** Retries while another process holds the database. SQLite's own wait is short, because it blocks the event loop. */
export async function untilFree<Result>(run: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}
