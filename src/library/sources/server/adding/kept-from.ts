import type { Kysely } from 'kysely';

import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import type { KeptFrom } from '../../protocol.ts';

type Reader = Kysely<SessionTables>;

/**
 * The author of the words that a source keeps. Refuses a session, message or hole that is absent or another person's.
 */
export async function authorOf(read: Reader, person: string, from: KeptFrom): Promise<'person' | 'agent'> {
  const { session, messageId, holeId, lastMessageId } = from;
  const found = await read
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!found) throw notThere();
  if (holeId !== undefined && !(await isHole(read, { person, session, holeId }))) throw notThere();
  // Of a whole hole or session, the agent's words are a part.
  if (messageId === undefined) return 'agent';
  const author = await authorOfMessage(read, { person, session, messageId });
  if (lastMessageId === undefined) return author;
  await authorOfMessage(read, { person, session, messageId: lastMessageId });
  return 'agent';
}

interface Said {
  readonly messageId?: string;
  readonly message?: { readonly id: string; readonly author: string };
  readonly recap?: { readonly messageId: string };
}

async function authorOfMessage(
  read: Reader,
  { person, session, messageId }: { person: string; session: string; messageId: string },
): Promise<'person' | 'agent'> {
  const rows = await eventsWith(read, { person, session, text: messageId });
  const said = rows.filter(({ body }) => {
    const { messageId: id, message, recap } = JSON.parse(body) as Said;
    return [id, message?.id, recap?.messageId].includes(messageId);
  });
  if (said.length === 0) throw notThere();
  const isPersons = said.some(
    ({ type, body }) => type === 'user_message' || (JSON.parse(body) as Said).message?.author === 'person',
  );
  return isPersons ? 'person' : 'agent';
}

async function isHole(
  read: Reader,
  { person, session, holeId }: { person: string; session: string; holeId: string },
): Promise<boolean> {
  const rows = await eventsWith(read, { person, session, text: holeId });
  return rows.some(
    ({ type, body }) => type === 'mode_entered' && (JSON.parse(body) as { thread: string }).thread === holeId,
  );
}

/** Events whose body may contain an id; `_` in it matches any character, so what is found has to be compared. */
function eventsWith(read: Reader, { person, session, text }: { person: string; session: string; text: string }) {
  return read
    .selectFrom('events')
    .select(['type', 'body'])
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('body', 'like', `%"${text}"%`)
    .execute();
}

function notThere(): AppError {
  return new AppError('not-found', 'What this should be kept from is not there.');
}
