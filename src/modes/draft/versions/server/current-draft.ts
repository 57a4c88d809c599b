import type { Kysely } from 'kysely';

import type { PlatformId } from '#account/protocol.ts';

import type { ChangeTarget } from '../../protocol.ts';
import { withoutMarks } from '../../text/domain/citations/marks.ts';
import { findVersion } from './draft-rows.ts';
import type { DraftTables } from './tables.ts';

interface Wanted {
  readonly person: string;
  readonly session: string;
  readonly platform: PlatformId;
  readonly target: ChangeTarget | null;
}

/** The current state of the draft that a request is about; null before the first. */
export async function readCurrentDraft(db: Kysely<DraftTables>, { person, session, platform, target }: Wanted) {
  let wanted = db
    .selectFrom('drafts')
    .select(['id', 'version'])
    .where('person_id', '=', person)
    .where('session_id', '=', session)
    .where('deleted_at', 'is', null);
  wanted = target ? wanted.where('id', '=', target.draftId) : wanted.where('platform', '=', platform);
  const draft = await wanted.orderBy('updated_at', 'desc').executeTakeFirst();
  if (!draft) return null;
  const number = target ? target.version : draft.version;
  const row = await findVersion(db, { person, draft: draft.id, number });
  if (!row) return null;
  const paragraph = target ? withoutMarks(target.words) : null;
  return { number, title: row.title, text: withoutMarks(row.text), paragraph };
}
