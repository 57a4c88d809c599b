import type { Kysely, Transaction } from 'kysely';

import { assert } from '#kernel/assert.ts';
import { entryOf } from '#kernel/entries.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import { foldMessages } from '#session/domain/messages.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, SessionState } from '#session/protocol.ts';
import type { Log } from '#session/server/dependencies.ts';
import { parseOrNote, readEvents, withoutDamage } from '#session/server/log/log.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { conversationOf } from '../domain/conversation.ts';
import { quotedTopic } from '../domain/quoted-topic.ts';
import {
  type CutHidden,
  type DetectedHidden,
  type EnteredHidden,
  type RabbitholeState,
  timeIn,
} from '../domain/rabbithole-state.ts';
import type { RabbitholeDependencies } from './dependencies.ts';
import type { RabbitholeTables } from './tables.ts';

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }> & { hidden?: object };
type Trx = Transaction<RabbitholeTables>;

/** Updates each tangent's row from events, in their transaction. */
export async function recordHoles(
  { hosts, log, undo }: Pick<RabbitholeDependencies, 'hosts' | 'log' | 'undo'>,
  trx: Trx,
  { person, before, after, events }: RecordRequest,
): Promise<void> {
  const host = hosts[after.mode];
  if (!host) return;
  const row = { person_id: person, session_id: after.session, subject_id: host.subjectIdOf(after) };
  let openId = stateOf(before)?.openId ?? null;
  for (const event of events) {
    if (event.type === 'mode_entered' && event.mode === 'rabbit-hole') openId = event.thread;
    if (event.type === 'rabbithole_detected') await insertDetected(trx, row, event);
    if (event.type === 'rabbithole_entered' && openId !== null) await keepEntered(trx, { ...row, id: openId }, event);
    if (event.type === 'rabbithole_exited' && openId !== null) {
      const said = await conversationIn({ trx, person, after, log });
      await keepReturned(trx, { id: openId, person, after, said }, event);
    }
    if (event.type === 'tangent_cut') {
      await insertCut(trx, row, { event, said: after.messages });
      await undo.record(trx, {
        ...cutAction(person, event),
        label: `Took ${quotedTopic(event.topic)} out as a tangent`,
      });
    }
    if (event.type === 'tangent_restored') {
      const { rabbitholeEventId: id } = event;
      await trx.deleteFrom('rabbithole_events').where('id', '=', id).where('person_id', '=', person).execute();
      await undo.withdraw(trx, cutAction(person, event));
    }
  }
  await keepDeclined(trx, person, { before, after, at: events.at(-1)?.at ?? 0 });
}

function stateOf(session: SessionState | null): RabbitholeState | undefined {
  return session?.modes['rabbit-hole'] as RabbitholeState | undefined;
}

interface Owner {
  readonly person_id: string;
  readonly session_id: string;
  readonly subject_id: string;
}

async function insertDetected(trx: Trx, owner: Owner, event: Event<'rabbithole_detected'>): Promise<void> {
  const { depth, confidence, relatedRecallPointIds, triggerMessageId } = event.hidden as DetectedHidden;
  await trx
    .insertInto('rabbithole_events')
    .values({
      ...owner,
      id: event.rabbitholeEventId,
      topic: event.topic,
      depth,
      confidence,
      related_recall_point_ids: JSON.stringify(relatedRecallPointIds),
      origin: 'detected',
      trigger_message_id: triggerMessageId,
      status: 'detected',
      detected_at: event.at,
    })
    .execute();
}

export const TANGENT_CUT = 'tangent-cut';
export interface CutReversal {
  readonly session: string;
  readonly hole: string;
}

function cutAction(
  person: string,
  { session, rabbitholeEventId: hole }: { session: string; rabbitholeEventId: string },
) {
  return { person, kind: TANGENT_CUT, reversal: { session, hole } satisfies CutReversal };
}

/** The state, into which the events were folded, holds the cut messages. */
async function insertCut(
  trx: Trx,
  owner: Owner,
  { event, said }: { event: Event<'tangent_cut'>; said: readonly Message[] },
): Promise<void> {
  const { rabbitholeEventId: id, topic, enteredAt, exitedAt, pausedMs, pointsRecalled } = event;
  const conversation = conversationOf(
    said.filter(({ thread }) => thread === id),
    null,
  );
  const onTrunk = said.filter(
    ({ thread, author, seq }) => thread === TRUNK && author !== 'notice' && seq < event.fromSeq,
  );
  await trx
    .insertInto('rabbithole_events')
    .values({
      ...owner,
      id,
      topic,
      origin: 'cut',
      trigger_message_id: (event.hidden as CutHidden).triggerMessageId,
      status: 'returned',
      conversation: JSON.stringify(conversation),
      return_message_index: onTrunk.length,
      points_recalled: pointsRecalled,
      visits: 1,
      spent_ms: exitedAt - enteredAt - pausedMs,
      entered_at: enteredAt,
      returned_at: event.at,
    })
    .execute();
}

async function keepEntered(
  trx: Trx,
  { id, ...owner }: Owner & { id: string },
  event: Event<'rabbithole_entered'>,
): Promise<void> {
  const { origin, triggerMessageId } = event.hidden as EnteredHidden;
  const known = await trx
    .updateTable('rabbithole_events')
    .set((row) => ({
      status: 'entered',
      visits: row('visits', '+', 1),
      entered_at: row.fn.coalesce('entered_at', row.val(event.at)),
    }))
    .where('id', '=', id)
    .where('person_id', '=', owner.person_id)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  await trx
    .insertInto('rabbithole_events')
    .values({
      ...owner,
      id,
      topic: event.topic,
      origin,
      trigger_message_id: triggerMessageId,
      status: 'entered',
      visits: 1,
      entered_at: event.at,
    })
    .execute();
}

interface Return {
  readonly id: string;
  readonly person: string;
  readonly after: SessionState;
  readonly said: readonly Message[];
}

async function keepReturned(
  trx: Trx,
  { id, person, after, said }: Return,
  event: Event<'rabbithole_exited'>,
): Promise<void> {
  const state = stateOf(after);
  const hole = state?.holes.find((each) => each.id === id);
  assert(state?.hidden && hole, 'a hole that is returned from was entered');
  const opening = entryOf(state.hidden.found, id)?.opening ?? null;
  const conversation = conversationOf(
    said.filter(({ thread }) => thread === id),
    opening,
  );
  const onTrunk = said.filter(({ thread, author, seq }) => thread === TRUNK && author !== 'notice' && seq < event.seq);
  await trx
    .updateTable('rabbithole_events')
    .set({
      status: 'returned',
      conversation: JSON.stringify(conversation),
      return_message_index: onTrunk.length,
      points_recalled: hole.visits.reduce((sum, visit) => sum + visit.pointsRecalled, 0),
      spent_ms: hole.visits.reduce((sum, visit) => sum + timeIn(visit), 0),
      returned_at: event.at,
    })
    .where('id', '=', id)
    .where('person_id', '=', person)
    .execute();
}

/** An invitation that ends without entering its hole was declined, by the button or by another message. */
async function keepDeclined(
  trx: Trx,
  person: string,
  { before, after, at }: { before: SessionState | null; after: SessionState; at: number },
): Promise<void> {
  const asked = stateOf(before)?.prompt ?? null;
  const state = stateOf(after);
  if (!asked || state?.prompt?.eventId === asked.eventId) return;
  if (state?.holes.some(({ id }) => id === asked.eventId)) return;
  await trx
    .updateTable('rabbithole_events')
    .set({ status: 'declined', declined_at: at })
    .where('id', '=', asked.eventId)
    .where('person_id', '=', person)
    .execute();
}

type Said = Pick<RecordRequest, 'person' | 'after'> & { readonly trx: Trx; readonly log: Log };

/** Reads from memory if complete, else from the log, which already contains these events. Skips what cannot be read. */
async function conversationIn({ trx, person, after, log }: Said): Promise<readonly Message[]> {
  if (after.messages.length === after.messageCount) return after.messages;
  // All slices share one database, so this transaction can read the spine's tables.
  const db = trx as unknown as Kysely<SessionTables>;
  const events = await readEvents(db, { person, session: after.session }, { after: 0, parse: parseOrNote });
  const readable = withoutDamage(events, (seq) =>
    log.error(`Session ${after.session} is damaged at event ${seq}, which the conversation of its hole leaves out`),
  );
  return readable.reduce<readonly Message[]>((said, event) => foldMessages(said, event), []);
}
