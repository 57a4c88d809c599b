import { tablesOf } from '#database/server/database.ts';
import { recallMode } from '#modes/recall/domain/recall-mode.ts';
import type { OpenStore } from '#platform/database/open-store.ts';
import { record } from '#session/domain/deciding/decision-context.ts';
import type { EventBody, SessionEvent } from '#session/domain/event.ts';
import { anyMode } from '#session/domain/mode.ts';
import type { SessionState } from '#session/protocol.ts';
import { insertEvents, readEvents, writeSnapshot } from '#session/server/log/log.ts';
import { summaryColumns } from '#session/server/log/summary.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { fold, newId } from '../../fixtures/spine/world.ts';
import { beginSessions } from './begin-sessions.ts';
import { prose } from './prose.ts';

/** A long-running server leaves a tail of up to 200 events after the last snapshot. */
const TAIL_EVENTS = 120;
const MINUTE_MS = 60_000;
const REPLY_CHARACTERS = 400;

export interface LongSession {
  readonly session: string;
  readonly head: number;
  readonly messages: number;
  readonly lastMessageId: string;
}

/** Writes the log of a session with this number of messages, as the spine would. */
export async function seedLongSession(
  store: OpenStore,
  person: string,
  { messages, reply = proseReply }: { readonly messages: number; readonly reply?: (index: number) => string },
): Promise<LongSession> {
  const [session = ''] = await beginSessions(store, [person]);
  const database = tablesOf<SessionTables>(store);
  const begun = await readEvents(database.read, { person, session }, { after: 0 });
  let state = begun.reduce<SessionState | null>((before, event) => fold(before, event), null);
  if (!state) throw new Error('A session begins with an event.');
  const events: SessionEvent[] = [];
  const states: SessionState[] = [state];
  const began = Date.now() - messages * MINUTE_MS;
  while (state.messageCount < messages)
    for (const body of turnOf(state.messageCount, reply)) {
      const event = record(body, state, began + state.messageCount * MINUTE_MS);
      state = fold(state, event);
      events.push(event);
      states.push(state);
      if (states.length > TAIL_EVENTS) states.shift();
    }
  const [snapshot] = states;
  const { head, messageCount } = state;
  const summary = summaryColumns(state, { recall: anyMode(recallMode) });
  await database.write(async (trx) => {
    await insertEvents(trx, person, events);
    await trx
      .updateTable('sessions')
      .set({ ...summary, head })
      .where('id', '=', session)
      .execute();
    if (snapshot) await writeSnapshot(trx, person, snapshot);
  });
  return { session, head, messages: messageCount, lastMessageId: state.messages.at(-1)?.id ?? '' };
}

/** One message of the person, and the events that follow it. */
function turnOf(index: number, reply: (index: number) => string): EventBody[] {
  const [asked, replied] = [newId(), newId()];
  const probe = { intent: 'answers', probe: null, isNewPoint: false, tellId: null, verdictOnLast: null } as const;
  return [
    {
      type: 'user_message',
      messageId: asked,
      thread: 'trunk',
      content: `Message ${index}: I think it has to do with adenosine.`,
    },
    { type: 'message_evaluated', messageId: asked, hidden: { verdicts: [], feedback: '' } },
    { type: 'reply_started', messageId: replied, thread: 'trunk', replyTo: asked, hidden: probe },
    {
      type: 'assistant_complete',
      messageId: replied,
      thread: 'trunk',
      content: reply(index),
    },
  ];
}

function proseReply(index: number): string {
  return index % 8 === 1 ? prose(REPLY_CHARACTERS * 4) : prose(REPLY_CHARACTERS).replaceAll(/[*_#`]/g, '');
}
