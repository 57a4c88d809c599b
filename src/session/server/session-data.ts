import type { Kysely } from 'kysely';
import { stringify } from 'yaml';

import type { PersonData, Row } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';

import { inConversationOrder } from '../domain/conversation-order.ts';
import type { ModeMessages } from '../domain/mode-messages.ts';
import { isBranch, TRUNK } from '../domain/thread.ts';
import type { Message } from '../protocol.ts';
import { readMessages } from './log/read-messages.ts';
import type { SessionTables } from './tables.ts';

const sessions = { key: ['id'] };

/** `ofModes`: for the transcripts that an export contains. */
export const sessionData = (ofModes: ModeMessages): PersonData => ({
  tables: {
    sessions,
    events: { key: ['session_id', 'seq'] },
    partial_replies: { key: ['session_id', 'message_id'] },
  },
  leftOut: {
    session_leases: 'which process of the server writes to a session',
    snapshots: 'computed from the events',
    commands: 'answers for messages that are sent twice',
  },
  async writeFiles(files, { read, person }) {
    const db = read as unknown as Kysely<SessionTables>;
    for await (const row of rowsOf(read, { name: 'sessions', table: sessions, person })) {
      const session = described(row);
      const messages = await readMessages(db, { person, session: session.session }, ofModes);
      const name = `${session.began.slice(0, 10)} ${session.title}`;
      const text = `---\n${stringify(session)}---\n\n${transcript(messages)}`;
      await files.write(files.names.next('sessions', name, '.md'), [text]);
      const whole = JSON.stringify({ ...session, messages }, null, 1);
      await files.write(files.names.next('sessions', name, '.json'), [`${whole}\n`]);
    }
  },
});

function described(row: Row) {
  return {
    session: String(row['id']),
    title: String(row['title']),
    mode: row['mode'],
    status: row['status'],
    began: new Date(Number(row['created_at'])).toISOString(),
    changed: new Date(Number(row['updated_at'])).toISOString(),
  };
}

/** The messages of a session as Markdown: the trunk, then what was said in other modes and before an edit. */
function transcript(messages: readonly Message[]): string {
  const threads = Map.groupBy(messages, ({ thread }) => thread);
  const trunk = threads.get(TRUNK) ?? [];
  threads.delete(TRUNK);
  const others = [...threads].map(
    ([thread, said]) => `## ${isBranch(thread) ? 'Before an edit' : 'Aside'}\n\n${conversation(said)}`,
  );
  return [conversation(trunk), ...others].filter((part) => part !== '').join('\n');
}

function conversation(messages: readonly Message[]): string {
  return inConversationOrder(messages).map(said).join('\n');
}

function said(message: Message): string {
  const parts = message.parts?.length ?? 0;
  const rest = parts === 0 ? '' : `\n\n*(${parts} ${parts === 1 ? 'part' : 'parts'}: see the JSON file)*`;
  const end = message.status === 'complete' ? '' : ` (${message.status})`;
  return `### ${nameOf(message)}, ${new Date(message.at).toISOString()}${end}\n\n${message.content.trimEnd()}${rest}\n`;
}

function nameOf({ author, agent }: Message): string {
  if (author === 'person') return 'You';
  return author === 'notice' ? 'Notice' : (agent ?? 'Warren');
}
