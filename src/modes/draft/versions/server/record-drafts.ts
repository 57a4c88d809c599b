import type { Transaction } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';

import { continuedBy } from '../../writing/domain/begun-draft.ts';
import { draftsOfReply, type WrittenDraft } from '../domain/drafts-of-reply.ts';
import { spliceDraft } from '../domain/splice-draft.ts';
import { addVersion } from './add-version.ts';
import { citationsOf, type DraftRow, findVersion } from './draft-rows.ts';
import type { DraftTables } from './tables.ts';

type Ended = Extract<SessionEvent, { type: 'assistant_complete' | 'assistant_interrupted' }>;

/** Stores the writer's drafts: each draft of a reply becomes a version, also if the reply ended early. */
export async function recordDrafts(
  trx: Transaction<DraftTables>,
  { person, before, after, events }: RecordRequest,
  newId: () => string,
): Promise<void> {
  if (before?.turn?.mode !== 'draft') return;
  for (const event of events) {
    if (event.type !== 'assistant_complete' && event.type !== 'assistant_interrupted') continue;
    const first = after.messages.find(({ id }) => id === event.messageId)?.continues;
    for (const written of draftsOfReply(event, continuedBy(after.messages, first)))
      await record(trx, { person, event, written, newId });
  }
}

interface Written {
  readonly person: string;
  readonly event: Ended;
  readonly written: WrittenDraft;
  readonly newId: () => string;
}

async function record(trx: Transaction<DraftTables>, given: Written): Promise<void> {
  const { person, event, written, newId } = given;
  const { head, text, citations } = written;
  const { target } = head;
  const facts = { author: 'model', voice: head.personName, model: head.model, message_id: event.messageId } as const;
  if (target) {
    const draft = await findDraft(trx, { person, session: event.session, id: target.draftId });
    const changed = draft && (await spliceInto(trx, draft, given));
    if (!draft || !changed) return;
    const version = { ...facts, ...changed, is_partial: head.isOpen, is_aside: head.isOpen || changed.is_aside };
    await addVersion(trx, draft, { version, now: event.at });
    return;
  }
  const of = { person, session: event.session, platform: head.platform, place: head.block, title: head.title };
  const known = await findDraft(trx, of);
  const title = head.title === '' ? (known?.title ?? 'Untitled') : head.title;
  const draft = known ?? (await addDraft(trx, { ...of, id: newId(), title, now: event.at }));
  const basedOn = known ? known.version : null;
  // A reply that ended early never replaces a complete version.
  const before = known && (await findVersion(trx, { person, draft: known.id, number: known.version }));
  const partial = { is_partial: head.isOpen, is_aside: head.isOpen && before?.is_partial === 0 };
  const version = { ...facts, ...partial, title, based_on: basedOn, text, citations };
  await addVersion(trx, draft, { version, now: event.at });
}

/**
 * Replaces the part that the person chose. The base is the version that counts if it has the same part, and otherwise
 * the version in which they chose it. No other word changes.
 */
async function spliceInto(trx: Transaction<DraftTables>, draft: DraftRow, { person, written }: Written) {
  const { head, text, citations } = written;
  const { target } = head;
  if (!target) return null;
  const of = { person, draft: draft.id };
  const chosen = await findVersion(trx, { ...of, number: target.version });
  const current = await findVersion(trx, { ...of, number: draft.version });
  if (!chosen) return null;
  const spliced = spliceDraft({
    chosen: { text: chosen.text, citations: citationsOf(chosen), range: target },
    current: current && { text: current.text, citations: citationsOf(current) },
    replacement: { text, citations },
  });
  if (!spliced) return null;
  const base = spliced.isOfCurrent && current ? current : chosen;
  // Based on an earlier version, it would undo later changes.
  return {
    title: base.title,
    based_on: base.number,
    text: spliced.text,
    citations: spliced.citations,
    is_aside: !spliced.isOfCurrent,
  };
}

interface Place {
  readonly person: string;
  readonly session: string;
  readonly platform: string;
  readonly place: number;
}

/** The draft with the id; or the one of the platform with the title, or else the one at the place. */
async function findDraft(
  trx: Transaction<DraftTables>,
  of: (Place & { readonly title: string }) | { readonly person: string; readonly session: string; readonly id: string },
): Promise<DraftRow | undefined> {
  const own = trx
    .selectFrom('drafts')
    .selectAll()
    .where('person_id', '=', of.person)
    .where('session_id', '=', of.session)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc');
  if ('id' in of) return own.where('id', '=', of.id).executeTakeFirst();
  const rows = await own.where('platform', '=', of.platform).execute();
  return rows.find(({ title }) => title === of.title) ?? rows.find(({ place }) => place === of.place);
}

async function addDraft(
  trx: Transaction<DraftTables>,
  { id, person, session, platform, place, title, now }: Place & { id: string; title: string; now: number },
): Promise<DraftRow> {
  const row: DraftRow = {
    id,
    person_id: person,
    session_id: session,
    platform,
    place,
    title,
    status: 'draft',
    version: 1,
    characters: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await trx.insertInto('drafts').values(row).execute();
  return row;
}
