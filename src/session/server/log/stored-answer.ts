import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';

import type { Database } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';

import type { accepted, errorMessage } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';

/** The answer to an up message or a report, the first time and on each resend. */
export type Answer = z.infer<typeof accepted> | z.infer<typeof errorMessage>;

/** Thrown inside the transaction of a resend, which rolls it back. `answer` is the first one. */
export class AnsweredBefore extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('answered before');
    this.answer = answer;
  }
}

export interface Answered {
  readonly person: string;
  readonly session: string;
  readonly id: string;
  readonly answer: Answer;
  readonly at: number;
}

/** Stores the answer with its effects. Throws AnsweredBefore if the message was answered already. */
export async function storeAnswer(trx: Transaction<SessionTables>, command: Answered): Promise<void> {
  const { person, session, id, answer, at } = command;
  const inserted = await trx
    .insertInto('commands')
    .values({ person_id: person, id, session_id: session, answer: JSON.stringify(answer), at })
    .onConflict((conflict) => conflict.columns(['person_id', 'id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return;
  const earlier = await findAnswer(trx, { person, id });
  assert(earlier, 'what is in the way of an answer is an answer');
  throw new AnsweredBefore(earlier);
}

/**
 * Throws AnsweredBefore if the log holds the message although its answer was deleted. `seq` of the answer is that of
 * the message.
 */
export async function refuseSaidBefore(
  trx: Transaction<SessionTables>,
  { person, session, id }: Pick<Answered, 'person' | 'session' | 'id'>,
): Promise<void> {
  const row = await trx
    .selectFrom('events')
    .select('seq')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('said_id', '=', id)
    .executeTakeFirst();
  if (row) throw new AnsweredBefore({ type: 'accepted', id, session, seq: row.seq });
}

export async function findAnswer(
  db: Kysely<SessionTables>,
  { person, id }: { person: string; id: string },
): Promise<Answer | null> {
  const row = await db
    .selectFrom('commands')
    .select('answer')
    .where('person_id', '=', person)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (JSON.parse(row.answer) as Answer) : null;
}

/** A message that is sent again later than this is treated as new. */
const KEPT_FOR_MS = 90 * 86_400_000;

/** The people who have answers older than `KEPT_FOR_MS`. */
export async function peopleWithOldAnswers({ read }: Database<SessionTables>, now: number): Promise<string[]> {
  const rows = await read
    .selectFrom('commands')
    .select('person_id')
    .distinct()
    .where('at', '<', now - KEPT_FOR_MS)
    .execute();
  return rows.map(({ person_id: person }) => person);
}

export async function dropOldAnswers(
  database: Database<SessionTables>,
  { person, now }: { readonly person: string; readonly now: number },
): Promise<void> {
  await database.write((trx) =>
    trx
      .deleteFrom('commands')
      .where('person_id', '=', person)
      .where('at', '<', now - KEPT_FOR_MS)
      .execute(),
  );
}
