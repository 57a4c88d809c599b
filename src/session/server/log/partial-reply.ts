import type { Kysely, Transaction } from 'kysely';

import { NOTHING_SHOWN, type ShownReply } from '../../domain/parts.ts';
import type { MessagePart } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';
import type { Owned } from './log.ts';

interface Partial extends Owned {
  readonly messageId: string;
}

/** Stores a checkpoint of the reply under way. A crash then loses only the text after it. */
export async function storePartialReply(
  trx: Transaction<SessionTables>,
  partial: Partial,
  { content, parts, at }: ShownReply & { readonly at: number },
): Promise<void> {
  const row = { text: content, parts: JSON.stringify(parts), updated_at: at };
  await trx
    .insertInto('partial_replies')
    .values({ session_id: partial.session, message_id: partial.messageId, person_id: partial.person, ...row })
    .onConflict((conflict) => conflict.columns(['session_id', 'message_id']).doUpdateSet(row))
    .execute();
}

export async function readPartialReply(db: Kysely<SessionTables>, partial: Partial): Promise<ShownReply> {
  const row = await db
    .selectFrom('partial_replies')
    .select(['text', 'parts'])
    .where('session_id', '=', partial.session)
    .where('message_id', '=', partial.messageId)
    .where('person_id', '=', partial.person)
    .executeTakeFirst();
  return row ? { content: row.text, parts: JSON.parse(row.parts) as readonly MessagePart[] } : NOTHING_SHOWN;
}

/** Deletes the checkpoints when the log holds the reply. */
export async function dropPartialReplies(trx: Transaction<SessionTables>, owned: Owned): Promise<void> {
  await trx
    .deleteFrom('partial_replies')
    .where('session_id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .execute();
}
