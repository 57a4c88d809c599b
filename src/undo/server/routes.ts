import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { lastAction, recentActions, undoAnswer, undoRequest, type UndoableAction } from '../protocol.ts';
import { CHANGED_SINCE } from './put-back.ts';
import type { UndoTables } from './tables.ts';
import { MAX_AGE_MS } from './undo-log.ts';
import type { UndoHandlers } from './undo-log.ts';

export interface UndoDependencies {
  readonly database: Database<UndoTables>;
  readonly handlers: UndoHandlers;
  readonly now: () => number;
}

const MAX_RECENT = 10;

/** Undo: lists the latest actions, and reverses one. */
export function undoRoutes({ database, handlers, now }: UndoDependencies): Route[] {
  const { read } = database;

  async function undo(person: string, actionId: string): Promise<UndoableAction> {
    const row = await read
      .selectFrom('undoable_actions')
      .selectAll()
      .where('id', '=', actionId)
      .where('person_id', '=', person)
      .executeTakeFirst();
    if (!row) throw new AppError('not-found', 'This cannot be undone any more.');
    const action = { id: row.id, kind: row.kind, label: row.label, at: row.at };
    if (row.undone_at !== null) return action;
    const handler = handlers[row.kind];
    if (!handler) throw new AppError('refused', 'This cannot be undone.', { reason: 'not-undoable' });
    // The reversal can be long: other work runs between the steps.
    await setImmediate();
    const request = { person, reversal: JSON.parse(row.reversal) as unknown, now: now() };
    await setImmediate();
    try {
      await handler.before?.(request);
      await database.write(async (trx) => {
        const marked = await trx
          .updateTable('undoable_actions')
          .set({ undone_at: request.now })
          .where('id', '=', actionId)
          .where('person_id', '=', person)
          .where('undone_at', 'is', null)
          .executeTakeFirst();
        await setImmediate();
        if (marked.numUpdatedRows === 1n) await handler.reverse?.(trx, request);
      });
      handler.after?.(request);
    } catch (error) {
      // An action that can no longer be undone must not block the earlier ones.
      if (error instanceof AppError && error.detail.reason === CHANGED_SINCE) await forget(person, actionId);
      throw error;
    }
    return action;
  }

  async function forget(person: string, actionId: string): Promise<void> {
    await database.write((trx) =>
      trx.deleteFrom('undoable_actions').where('id', '=', actionId).where('person_id', '=', person).execute(),
    );
  }

  return [
    route({
      method: 'GET',
      path: '/api/undo',
      summary: 'The last thing that can be undone',
      answer: lastAction,
      handle: async ({ person }) => ({ last: await readLast(read, person, now()) }),
    }),
    route({
      method: 'GET',
      path: '/api/undo/recent',
      summary: 'The latest actions that can be undone, newest first',
      answer: recentActions,
      handle: async ({ person }) => ({ actions: await readLatest(read, person, { now: now(), limit: MAX_RECENT }) }),
    }),
    route({
      method: 'POST',
      path: '/api/undo',
      summary: 'Takes an action back; asked twice it is taken back once',
      body: undoRequest,
      answer: undoAnswer,
      async handle({ person, body }) {
        const undone = await undo(person, body.id);
        return { undone, last: await readLast(read, person, now()) };
      },
    }),
  ];
}

async function readLast(db: Kysely<UndoTables>, person: string, now: number): Promise<UndoableAction | null> {
  const [last = null] = await readLatest(db, person, { now, limit: 1 });
  return last;
}

function readLatest(
  db: Kysely<UndoTables>,
  person: string,
  { now, limit }: { now: number; limit: number },
): Promise<UndoableAction[]> {
  return db
    .selectFrom('undoable_actions')
    .select(['id', 'kind', 'label', 'at'])
    .where('person_id', '=', person)
    .where('undone_at', 'is', null)
    .where('at', '>', now - MAX_AGE_MS)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}
