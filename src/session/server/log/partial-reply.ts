import type { Kysely, Transaction } from 'kysely';

import type { SessionTables } from '../tables.ts';
import type { Owned } from './log.ts';

interface Partial extends Owned {
  readonly messageId: string;
}

/** Keeps the text of a reply under way, so that a crash loses no more than what came since. */
export async function keepPartialReply(
  trx: Transaction<SessionTables>,
  partial: Partial,
  now: { text: string; at: number },
): Promise<void> {
  const row = { text: now.text, updated_at: now.at };
  await trx
    .insertInto('partial_replies')
    .values({ session_id: partial.session, message_id: partial.messageId, person_id: partial.person, ...row })
    .onConflict((conflict) => conflict.columns(['session_id', 'message_id']).doUpdateSet(row))
    .execute();
}

export async function readPartialReply(db: Kysely<SessionTables>, partial: Partial): Promise<string> {
  const row = await db
    .selectFrom('partial_replies')
    .select('text')
    .where('session_id', '=', partial.session)
    .where('message_id', '=', partial.messageId)
    .where('person_id', '=', partial.person)
    .executeTakeFirst();
  return row?.text ?? '';
}

/** The log holds the reply now. */
export async function dropPartialReplies(trx: Transaction<SessionTables>, owned: Owned): Promise<void> {
  await trx
    .deleteFrom('partial_replies')
    .where('session_id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .execute();
}
