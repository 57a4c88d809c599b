import type { Kysely } from 'kysely';
import { stringify } from 'yaml';
import { z } from 'zod';

import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { PersonData, PersonTable, Row } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json, text } from '#person-data/server/stored-values.ts';

import { inConversationOrder } from '../domain/conversation-order.ts';
import type { SessionEvent } from '../domain/event.ts';
import type { ModeMessages } from '../domain/mode-messages.ts';
import { isBranch, TRUNK } from '../domain/thread.ts';
import { type Message, messagePart, modeId, sessionStatus } from '../protocol.ts';
import { parseEvent } from './log/log.ts';
import { readMessages } from './log/read-messages.ts';
import type { SessionTables } from './tables.ts';

/** Characters of an event. The longest come from hooks, of 4 MB at most. */
const MAX_EVENT = 5_000_000;
const MAX_TITLE = 500;

const sessions: PersonTable = {
  key: ['id'],
  values: { mode: modeId, title: text(MAX_TITLE), status: sessionStatus },
  names: ['title'],
};

/** `ofModes`: for the transcripts in an export. `wrongInEvent`: finds what no version writes, as `field: reason`. */
export const sessionData = (
  ofModes: ModeMessages,
  wrongInEvent: (event: SessionEvent) => string | undefined,
): PersonData => ({
  tables: {
    sessions,
    events: {
      key: ['session_id', 'seq'],
      values: { body: json(z.looseObject({}), MAX_EVENT) },
      check(row) {
        const event = parseEvent(row as unknown as Parameters<typeof parseEvent>[0]);
        const wrong = wrongInEvent(event);
        if (wrong !== undefined) return `body.${wrong}`;
        if (row['type'] !== event.type) return `type: it is ${event.type} in the body`;
        if (!('title' in event)) return row;
        if (event.title.length > MAX_TITLE) return `body.title: it has more than ${MAX_TITLE} characters`;
        // Earlier versions accepted direction marks in titles, and the title in a log cannot be changed later.
        const title = withoutDirectionMarks(event.title);
        if (title === event.title) return row;
        return { ...row, body: JSON.stringify({ ...(JSON.parse(String(row['body'])) as object), title }) };
      },
    },
    partial_replies: {
      key: ['session_id', 'message_id'],
      values: { text: text(MAX_EVENT), parts: json(z.array(messagePart), MAX_EVENT) },
    },
  },
  leftOut: {
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

/** The messages of a session as Markdown: the trunk, then other threads and branches. */
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
