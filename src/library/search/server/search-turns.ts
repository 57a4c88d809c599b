import { setImmediate } from 'node:timers/promises';

import { Turns } from '#worker-thread/server/turns.ts';

/** Runs searches in turn: those of one person wait for each other, and other people's work may go before each. */
export type InTurn = <Result>(person: string, search: () => Promise<Result>) => Promise<Result>;

export function createSearchTurns(): InTurn {
  const turns = new Turns(Infinity);
  return (person, search) =>
    turns.take(person, async () => {
      await setImmediate();
      return search();
    });
}
