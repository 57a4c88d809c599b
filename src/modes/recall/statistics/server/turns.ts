import { setImmediate } from 'node:timers/promises';

/** How long one person's figures may keep everybody else waiting. */
const LONGEST_TURN_MS = 6;

export interface Turns {
  /** Others have waited long enough. */
  isOver(): boolean;
  /** Lets them have their turn. */
  pause(): Promise<void>;
}

/** Cuts long work on the thread that serves everybody into turns. */
export function createTurns(): Turns {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > LONGEST_TURN_MS,
    async pause() {
      await setImmediate();
      began = performance.now();
    },
  };
}
