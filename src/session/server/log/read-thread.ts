import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { SessionEvent } from '../../domain/event.ts';
import { foldMessages } from '../../domain/messages.ts';
import { charactersOf, independentTail, withoutBegun } from '../../domain/thread.ts';
import type { Message, ThreadRoom, ThreadTail } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';
import { eventsOf, type Owned, parseOrNote, withoutDamage } from './log.ts';

/** Rows read at once. Other work of the process gets its turn between two reads. */
const ROWS_PER_READ = 300;

/** Events whose text counts towards a reader's room. */
const SPEAKING = ['session_started', 'user_message', 'assistant_complete', 'assistant_interrupted', 'session_resumed'];

interface Wanted {
  readonly thread: string;
  readonly room: ThreadRoom;
  /** The seq of a message that is needed in any case. */
  readonly backTo: number;
  readonly rowsPerRead?: number;
  /** Called with the seq of an event that cannot be read. */
  readonly onDamage: (seq: number) => void;
}

/**
 * The latest messages of a thread that is no branch: at least as many as there is room for, and back to `backTo`. It
 * reads only the end of the log, by the index of threads. Events that cannot be read are omitted.
 */
export async function readThreadTail(
  db: Kysely<SessionTables>,
  owned: Owned,
  { thread, room, backTo, rowsPerRead = ROWS_PER_READ, onDamage }: Wanted,
): Promise<ThreadTail> {
  const pages: SessionEvent[][] = [];
  let said = 0;
  for (;;) {
    const first = pages[0]?.[0]?.seq;
    const page = await readPage(db, owned, { thread, before: first, limit: rowsPerRead });
    pages.unshift(page);
    const isWhole = page.length < rowsPerRead;
    said += page.reduce((sum, event) => sum + ('content' in event ? event.content.length : 0), 0);
    const from = page[0]?.seq ?? 0;
    if (isWhole || (said > room.maxCharacters && from <= backTo)) {
      const events = withoutDamage(pages.flat(), onDamage);
      if (isWhole) return { messages: await fold(events, thread), earlier: 0 };
      const tail = independentTail(await fold(withoutBegun(events), thread));
      const start = Math.min(...tail.map(({ seq }) => seq));
      if (charactersOf(tail, room) > room.maxCharacters && start <= backTo)
        return { messages: tail, earlier: await countBefore(db, owned, { thread, seq: tail[0]?.seq ?? 0 }) };
    }
    await setImmediate();
  }
}

async function readPage(
  db: Kysely<SessionTables>,
  owned: Owned,
  { thread, before, limit }: { thread: string; before: number | undefined; limit: number },
): Promise<SessionEvent[]> {
  let query = eventsOf(db, owned).where('thread', '=', thread);
  if (before !== undefined) query = query.where('seq', '<', before);
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.toReversed().map(parseOrNote);
}

async function fold(events: readonly SessionEvent[], thread: string): Promise<readonly Message[]> {
  let messages: readonly Message[] = [];
  for (const [index, event] of events.entries()) {
    messages = foldMessages(messages, event);
    if (index % ROWS_PER_READ === ROWS_PER_READ - 1) await setImmediate();
  }
  // Events of a message that was moved to a branch name its earlier thread.
  return messages.map((message) => (message.thread === thread ? message : { ...message, thread }));
}

async function countBefore(
  db: Kysely<SessionTables>,
  owned: Owned,
  { thread, seq }: { thread: string; seq: number },
): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('session_id', '=', owned.session)
    .where('person_id', '=', owned.person)
    .where('thread', '=', thread)
    .where('seq', '<', seq)
    .where('type', 'in', SPEAKING)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
