import { setImmediate, setTimeout } from 'node:timers/promises';

import type { Log } from '#session/server/dependencies.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { ModelRun } from '../../protocol.ts';
import { countMoved, moveSome, readPending, stopMove } from './move-cards.ts';

type Needs = Pick<RecallDependencies, 'database' | 'preferencesOf' | 'now'> & { readonly log: Pick<Log, 'warn'> };
type Moving = Extract<ModelRun, { status: 'moving' }>;
type Moved = Extract<ModelRun, { status: 'moved' }>;

/** Time between two attempts after a store failure. */
const RETRY_MS = 10_000;

/**
 * Moves existing due dates to other weights, in the background. The remaining work is derived from the store each
 * time, so a restarted server continues.
 */
export interface CardMoves {
  /** Continues what a person has pending. */
  wake(person: string): void;
  /** The same for everyone, after a start. */
  recover(): Promise<void>;
  /** The progress; null if nothing is running. */
  underWay(person: string): Promise<Moving | null>;
  /** How the last move ended, until it is dismissed. */
  ended(person: string): Moved | null;
  forget(person: string): void;
  /** Stops the move and keeps what was done; false if nothing is running. */
  cancel(person: string): Promise<boolean>;
  close(): Promise<void>;
}

export function createCardMoves(needs: Needs): CardMoves {
  const { database, now, log } = needs;
  const running = new Map<string, Promise<void>>();
  const woken = new Set<string>();
  const told = new Map<string, Moved>();
  const closing = new AbortController();

  async function move(person: string): Promise<void> {
    while (!closing.signal.aborted) {
      const step = await database.write((trx) => moveSome(needs, trx, person));
      if (!step) return;
      if (step.isOver) told.set(person, { status: 'moved', at: now(), isWhole: true, isBack: step.goal === 'none' });
      await setImmediate();
    }
  }

  async function follow(person: string): Promise<void> {
    while (woken.delete(person) && !closing.signal.aborted)
      try {
        await move(person);
      } catch (error) {
        log.warn('moving due dates is tried again', error);
        woken.add(person);
        await setTimeout(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    running.delete(person);
  }

  function wake(person: string): void {
    woken.add(person);
    if (!running.has(person) && !closing.signal.aborted) running.set(person, follow(person));
  }

  return {
    wake,
    async recover() {
      const people = await database.read
        .selectFrom('fsrs_weights')
        .select('person_id')
        .distinct()
        .where('person_id', 'is not', null)
        .execute();
      for (const { person_id } of people)
        if (person_id !== null && (await readPending(database.read, person_id))) wake(person_id);
    },
    async underWay(person) {
      const pending = await readPending(database.read, person);
      if (!pending) return null;
      const { done, total } = await countMoved(database, person, pending.move);
      return { status: 'moving', done, total, isBack: pending.move.goal === 'none' };
    },
    ended: (person) => told.get(person) ?? null,
    forget: (person) => void told.delete(person),
    async cancel(person) {
      const pending = await database.write(async (trx) => {
        const found = await readPending(trx, person);
        await stopMove(trx, person);
        return found;
      });
      if (!pending) return false;
      told.set(person, { status: 'moved', at: now(), isWhole: false, isBack: pending.move.goal === 'none' });
      return true;
    },
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}
