import type { Transaction } from 'kysely';

import type { SavedText, SaveText } from '../../protocol.ts';
import { marksOf } from '../../text/domain/citations/marks.ts';
import { addVersion, makeCurrent } from './add-version.ts';
import { citationsOf, type DraftRow, findVersion, requireVersion, toHead, type VersionRow } from './draft-rows.ts';
import type { DraftTables } from './tables.ts';

interface Save {
  readonly draft: DraftRow;
  readonly save: SaveText;
  readonly now: number;
}

/**
 * Saves a text written by hand. One stay in an editor changes one version. If another version counts than the one that
 * was edited, the text is stored beside it, so that nobody’s words are lost.
 */
export async function saveDraftText(trx: Transaction<DraftTables>, { draft, save, now }: Save): Promise<SavedText> {
  const own = await trx
    .selectFrom('draft_versions')
    .selectAll()
    .where('draft_id', '=', draft.id)
    .where('editing', '=', save.editing)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (own) return changed(trx, { draft, own, save, now });
  const of = { person: draft.person_id, draft: draft.id };
  const base = await requireVersion(trx, { ...of, number: save.number });
  const { title = base.title } = save;
  if (save.text === base.text && title === base.title) return { version: toHead(base), isAside: false };
  const isAside = draft.version !== base.number || base.revision !== save.revision;
  const version = {
    author: 'hand',
    title,
    voice: base.voice,
    model: null,
    based_on: base.number,
    text: save.text,
    citations: withMarks(citationsOf(base), save.text),
    editing: save.editing,
    revision: revisionOf(save),
    is_aside: isAside,
  };
  const row = await addVersion(trx, draft, { version, now });
  return { version: toHead(row), isAside };
}

/** A further save of the same stay. It changes only the stay's own version, and so no words of others. */
async function changed(
  trx: Transaction<DraftTables>,
  { draft, own, save, now }: Save & { readonly own: VersionRow },
): Promise<SavedText> {
  const isCurrent = draft.version === own.number;
  if (revisionOf(save) < own.revision) return { version: toHead(own), isAside: !isCurrent };
  const base = await findVersion(trx, {
    person: draft.person_id,
    draft: draft.id,
    number: own.based_on ?? own.number,
  });
  const row: VersionRow = {
    ...own,
    text: save.text,
    title: save.title ?? own.title,
    // A mark that was deleted and returns gets its citation from the base version.
    citations: JSON.stringify(withMarks([...citationsOf(own), ...(base ? citationsOf(base) : [])], save.text)),
    revision: revisionOf(save),
  };
  const { text, title, citations, revision } = row;
  await trx
    .updateTable('draft_versions')
    .set({ text, title, citations, revision })
    .where('draft_id', '=', draft.id)
    .where('person_id', '=', own.person_id)
    .where('number', '=', own.number)
    .execute();
  if (isCurrent) await makeCurrent(trx, row, now);
  return { version: toHead(row), isAside: !isCurrent };
}

const revisionOf = ({ save }: SaveText) => save + 1;

/** The citations whose mark is in the text, each once. */
function withMarks<Cited extends { readonly number: number }>(citations: readonly Cited[], text: string): Cited[] {
  const marks = new Set(marksOf(text).map(({ number }) => number));
  const first = new Map(citations.toReversed().map((citation) => [citation.number, citation]));
  return [...first.values()].filter(({ number }) => marks.has(number)).toSorted((a, b) => a.number - b.number);
}
