import fc from 'fast-check';
import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { logOf, steps } from '../../../../fixtures/spine/random-log.ts';
import { newId, openWorld } from '../../../../fixtures/spine/world.ts';
import { inConversationOrder } from '../../domain/conversation-order.ts';
import type { SessionEvent } from '../../domain/event.ts';
import { NO_MESSAGES } from '../../domain/mode-messages.ts';
import { charactersOf, isBranch } from '../../domain/thread.ts';
import type { SessionTables } from '../tables.ts';
import { insertEvents, type Owned } from './log.ts';
import { readMessages } from './read-messages.ts';
import { readThreadTail } from './read-thread.ts';

/** Writes a log as a session appends it. */
async function write(database: OpenDatabase, owned: Owned, log: readonly (readonly SessionEvent[])[]) {
  await tablesOf<SessionTables>(database).write(async (trx) => {
    const columns = { mode: 'host', title: 'T', status: 'open', last_line: '', needs_you: 0, under_way: 0 };
    const row = { id: owned.session, person_id: owned.person, ...columns, head: log.flat().length };
    await trx
      .insertInto('sessions')
      .values({ ...row, created_at: 1, updated_at: 1 })
      .execute();
    for (const events of log) await insertEvents(trx, owned.person, events);
  });
}

eachEngine('the end of a thread', (open) => {
  test('it is a suffix of the fold of the whole log, on every thread except branches and for every room', async () => {
    const database = await open();
    const person = await (await openWorld(database)).addPerson();
    const { read } = tablesOf<SessionTables>(database);
    let cut = 0;
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.record({ maxCharacters: fc.nat(300), maxMessageLength: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ rowsPerRead: fc.integer({ min: 1, max: 40 }), back: fc.nat(12) }),
        async (all, room, { rowsPerRead, back }) => {
          const session = newId();
          const owned = { person, session };
          await write(database, owned, logOf(session, all));
          const whole = await readMessages(read, owned, NO_MESSAGES);
          // No agent reads a branch.
          const threads = new Set(whole.map((message) => message.thread).filter((thread) => !isBranch(thread)));
          for (const thread of threads) {
            const onThread = whole.filter((message) => message.thread === thread);
            const backTo = onThread.at(-1 - back)?.seq ?? Infinity;
            const onDamage = (seq: number) => expect.unreachable(`event ${seq} is whole`);
            const wanted = { thread, room, backTo, rowsPerRead, onDamage };
            const { messages, earlier } = await readThreadTail(read, owned, wanted);
            if (earlier === 0) expect(messages).toEqual(onThread);
            else {
              cut += 1;
              expect(inConversationOrder(messages)).toEqual(inConversationOrder(onThread).slice(-messages.length));
              expect(charactersOf(messages, room)).toBeGreaterThan(room.maxCharacters);
              expect(backTo === Infinity || messages.some(({ seq }) => seq <= backTo)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
    expect(cut).toBeGreaterThan(5);
  });
});
