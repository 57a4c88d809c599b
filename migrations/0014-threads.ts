import { type Kysely, sql } from 'kysely';

/**
 * The thread of each event, so that the end of one thread can be read without the rest of the log; and the ids of
 * people's messages, so that the log recognises a resent message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('events').addColumn('thread', 'text').execute();
  await db.schema.alterTable('events').addColumn('said_id', 'text').execute();
  await fillThreads(db);
  await db.schema
    .createIndex('events_by_thread')
    .on('events')
    .columns(['session_id', 'thread', 'seq', 'type', 'person_id'])
    .where(sql.ref('thread'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('events_by_said_id')
    .on('events')
    .columns(['session_id', 'said_id'])
    .where(sql.ref('said_id'), 'is not', null)
    .execute();
}

/** The maximum number of rows in memory, and of values in a statement. SQLite accepts 32,766 values. */
const PAGE = 1_000;
const WITH_THREAD = [
  'session_started',
  'user_message',
  'reply_started',
  'assistant_complete',
  'assistant_interrupted',
  'trouble_noted',
  'session_resumed',
  'chat_message',
  'conversation_branched',
];

interface Row {
  readonly session_id: string;
  readonly seq: number;
  readonly type: string;
  readonly body: string;
}

/** The fields of an event's body that name its thread. */
interface Body {
  readonly thread?: string;
  readonly messageId?: string;
  readonly replaces?: string;
  readonly openingMessage?: string;
  readonly recap?: { readonly thread: string; readonly messageId: string };
  readonly message?: { readonly thread: string; readonly id: string };
  readonly branch?: string;
  readonly moved?: readonly string[];
}

/** Reads all events once, in the order of their logs, and writes the threads of a session once it has read it. */
async function fillThreads(db: Kysely<unknown>): Promise<void> {
  let session = '';
  let seq = 0;
  let found = nothing();
  for (;;) {
    const { rows } = await sql<Row>`select session_id, seq, type, body from events
      where (session_id > ${session} or (session_id = ${session} and seq > ${seq})) and type in (${sql.join(WITH_THREAD)})
      order by session_id, seq limit ${PAGE}`.execute(db);
    for (const row of rows) {
      if (row.session_id !== session) {
        await write(db, session, found);
        found = nothing();
      }
      session = row.session_id;
      seq = row.seq;
      place(row, found);
    }
    if (rows.length < PAGE) break;
  }
  await write(db, session, found);
}

interface Found {
  /** Messages of the person, by seq. */
  readonly said: Map<number, string>;
  readonly threads: Map<number, string>;
  /** The seqs of the events of each message. A reply also has those of the reply it replaced. */
  readonly events: Map<string, number[]>;
}

const nothing = (): Found => ({ said: new Map(), threads: new Map(), events: new Map() });

function place({ seq, type, body }: Row, { said, threads, events }: Found): void {
  const { thread, messageId, replaces = '', openingMessage, recap, message, branch, moved = [] } = parsed(body);
  if (type === 'conversation_branched') {
    for (const id of moved)
      for (const each of events.get(id) ?? []) if (branch !== undefined) threads.set(each, branch);
    return;
  }
  const isOpening = type === 'session_started' && openingMessage !== undefined;
  const on = isOpening ? 'trunk' : (recap?.thread ?? message?.thread ?? thread);
  if (on === undefined) return;
  if (type === 'user_message' && messageId !== undefined) said.set(seq, messageId);
  threads.set(seq, on);
  const id = recap?.messageId ?? message?.id ?? messageId;
  if (id !== undefined) events.set(id, [...(events.get(replaces) ?? []), ...(events.get(id) ?? []), seq]);
}

/** An event that cannot be parsed belongs to no thread. It must not prevent a start. */
function parsed(body: string): Body {
  try {
    return JSON.parse(body) as Body;
  } catch {
    return {};
  }
}

async function write(db: Kysely<unknown>, session: string, { said, threads }: Found): Promise<void> {
  const byThread = new Map<string, number[]>();
  for (const [seq, thread] of threads) {
    const seqs = byThread.get(thread);
    if (seqs) seqs.push(seq);
    else byThread.set(thread, [seq]);
  }
  for (const [thread, seqs] of byThread)
    for (let from = 0; from < seqs.length; from += PAGE)
      await sql`update events set thread = ${thread}
        where session_id = ${session} and seq in (${sql.join(seqs.slice(from, from + PAGE))})`.execute(db);
  const ids = [...said].map(([seq, id]) => sql`(${seq}, ${id})`);
  for (let from = 0; from < ids.length; from += PAGE)
    await sql`update events set said_id = cast(v.column2 as text)
      from (values ${sql.join(ids.slice(from, from + PAGE))}) as v
      where session_id = ${session} and seq = cast(v.column1 as bigint)`.execute(db);
}
