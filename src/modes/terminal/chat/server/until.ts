import { setTimeout as wait } from 'node:timers/promises';

export const LOOK_EVERY_MS = 60;

/** Polls until the condition is true; returns false if the time runs out. */
export async function until(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + withinMs;
  do {
    if (await isSo()) return true;
    await wait(LOOK_EVERY_MS);
  } while (performance.now() < end);
  return false;
}
