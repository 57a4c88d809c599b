import { setImmediate } from 'node:timers/promises';

/** How long the statistics of one person may block the event loop. */
const MAX_TURN_MS = 6;

export interface Turns {
  /** Whether it is time to pause. */
  isOver(): boolean;
  /** Lets other work run. */
  pause(): Promise<void>;
}

/** Splits long work on the main thread into turns. */
export function createTurns(): Turns {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > MAX_TURN_MS,
    async pause() {
      await setImmediate();
      began = performance.now();
    },
  };
}
