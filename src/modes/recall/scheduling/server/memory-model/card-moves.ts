import { setImmediate, setTimeout } from 'node:timers/promises';

import type { Log } from '#session/server/dependencies.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { ModelRun } from '../../protocol.ts';
import { countMoved, moveSome, readPending, stopMove } from './move-cards.ts';

type Needs = Pick<RecallDependencies, 'database' | 'preferencesOf' | 'now'> & { readonly log: Pick<Log, 'error'> };
type Moving = Extract<ModelRun, { status: 'moving' }>;
type Moved = Extract<ModelRun, { status: 'moved' }>;

/** Between two tries of what the store refused. */
const RETRY_MS = 10_000;

/**
 * Moves what is scheduled already to other weights, in the background. What is to be done is read off the store each
 * time, so that a server which ended in the middle goes on when it is started again.
 */
export interface CardMoves {
  /** Goes on with what a person has pending. */
  wake(person: string): void;
  /** The same for everybody, after a start. */
  recover(): Promise<void>;
  /** How far it is, or null where nothing is under way. */
  underWay(person: string): Promise<Moving | null>;
  /** How the last one ended, until it is forgotten. */
  ended(person: string): Moved | null;
  forget(person: string): void;
  /** Leaves everything as far as it has come; false where nothing is under way. */
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
        log.error('moving due dates is tried again', error);
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
