import { setImmediate } from 'node:timers/promises';

import { Turns } from '#worker-thread/server/turns.ts';

/** Searches: a person's wait for each other, and let others go before each. */
export type InTurn = <Result>(person: string, search: () => Promise<Result>) => Promise<Result>;

export function createSearchTurns(): InTurn {
  const turns = new Turns(Infinity);
  return (person, search) =>
    turns.take(person, async () => {
      await setImmediate();
      return search();
    });
}
