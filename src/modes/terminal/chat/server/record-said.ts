import type { Transaction } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message, SessionState } from '#session/protocol.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';

import { aboutOf } from '../domain/shown/shown-messages.ts';
import { isAnswer, isQuestion } from '../domain/written/written-chat.ts';

const MAX_CHARACTERS = 600;

/** Stores questions and answers of a chat as rows, so that lists show them without reading the log. */
export async function recordSaid(
  trx: Transaction<SaidTables>,
  { person, before, after, events }: RecordRequest,
): Promise<void> {
  for (const id of new Set(events.flatMap(changedBy))) {
    const message = findIn(after, id);
    // A message that is older than those in the state has changed only in the log.
    if (!message) continue;
    const row = rowOf(message);
    if (JSON.stringify(row) === JSON.stringify(rowOf(before && findIn(before, id)))) continue;
    const key = { session_id: after.session, message_id: id, person_id: person };
    if (row)
      await trx
        .insertInto('chat_said')
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(['session_id', 'message_id']).doUpdateSet(row))
        .execute();
    else
      await trx
        .deleteFrom('chat_said')
        .where('session_id', '=', key.session_id)
        .where('message_id', '=', id)
        .where('person_id', '=', person)
        .execute();
  }
}

function changedBy(event: SessionEvent): readonly string[] {
  if (event.type === 'chat_message') return [event.message.id];
  return event.type === 'chat_about' ? [event.messageId] : [];
}

const findIn = ({ messages }: SessionState, id: string) => messages.find((message) => message.id === id);

function rowOf(message: Message | null | undefined) {
  if (!message || !(isQuestion(message) || isAnswer(message))) return null;
  const author = message.author === 'person' ? ('person' as const) : ('assistant' as const);
  return { author, at: aboutOf(message)?.at ?? message.at, text: startOf(message) };
}

/** Never ends within a surrogate pair. */
function startOf({ content }: Message): string {
  return content.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, '');
}

export interface SaidTables {
  /** The person's prompts and Claude Code's answers, with the first characters of each. */
  chat_said: {
    session_id: string;
    message_id: string;
    person_id: string;
    author: 'person' | 'assistant';
    /** The time of the message, in ms; it can enter the log later. */
    at: number;
    text: string;
  };
}
