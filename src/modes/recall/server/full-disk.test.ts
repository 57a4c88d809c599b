import path from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openSqlite } from '#platform/database/engines/sqlite.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { newId, openWorld, until } from '../../../../fixtures/spine/world.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import type { Tutor } from '../tutor/server/tutor.ts';

/** A world that counts the writes that its disk refused. */
async function openCountingWorld() {
  const opened = await openSqlite(path.join(temporaryFolder(), 'warren.db'));
  const refused = { count: 0 };
  const database: OpenDatabase = {
    ...opened,
    write: (work) =>
      opened.write(work).catch((error: unknown) => {
        refused.count += 1;
        throw error;
      }),
  };
  return { world: await openWorld(database), refused };
}

/** Limits the pages that the database may still add; 0 means a full disk. */
async function limit(world: Awaited<ReturnType<typeof openWorld>>, isFull: boolean): Promise<void> {
  await world.database.write(async (trx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
    await sql`pragma max_page_count = ${sql.raw(String(isFull ? (rows[0]?.page_count ?? 0) : 1_000_000_000))}`.execute(
      trx,
    );
  });
}

const LONG = 'x'.repeat(100_000);

test('the tutor is not asked before the evaluation that it answers is stored', async () => {
  const { world, refused } = await openCountingWorld();
  const person = await world.addPerson();
  let asked = 0;
  const tutor: Tutor = {
    name: 'Hand',
    isEmbedded: true,
    async *reply() {
      asked += 1;
      yield await Promise.resolve('In time.');
    },
  };
  let isFull = true;
  const evaluator: Evaluator = {
    name: 'Long-winded',
    isEmbedded: true,
    async evaluateBatch(points) {
      await limit(world, isFull);
      const verdict = { verdict: 'absent', confidence: 0, quote: '', observation: LONG } as const;
      const verdicts = points.map(({ id }) => ({ id, ...verdict }));
      return { recalledPointIds: [], confidencePerPoint: {}, feedback: LONG, verdicts };
    },
  };
  const running = world.start({ tutor, evaluator });
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  await live.execute({ type: 'user_message', id: newId(), session, content: 'hello' });
  await until(() => refused.count > 1, 'what was read was refused and tried again');
  expect(live.state.turn?.replyId).toBeNull();
  expect(asked).toBe(0);
  isFull = false;
  await limit(world, false);
  await until(() => live.state.turn === null, 'it is answered');
  expect(live.state.messages.at(-1)).toMatchObject({ content: 'In time.', status: 'complete' });
  expect(asked).toBe(1);
  await running.sessions.close();
  await world.close();
});
