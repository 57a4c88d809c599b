import type { Kysely } from 'kysely';

import type { Meaning } from '../../../search/server/meaning.ts';
import type { WordIndex } from '../../../search/server/passage-search.ts';
import type { ProgressOf } from '../../../storage/server/dependencies.ts';
import { noSuchSource, type OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { whyRelated } from '../../domain/why-related.ts';
import type { RelatedSources } from '../../protocol.ts';
import { readBacklinks, readLinks } from '../reading/links.ts';
import { readSummaries } from '../reading/list-sources.ts';
import { relatedByMeaning } from './related-by-meaning.ts';
import { relatedByWords } from './related-by-words.ts';

export interface Relating {
  readonly read: Kysely<LibraryTables>;
  readonly words: WordIndex;
  readonly meaning: Meaning;
  readonly progressOf: ProgressOf;
}

const MAX_RELATED = 6;
/** Someone said so: that counts more than what was found. */
const LINK_SCORE = 1;
/** Shared words say less than a near meaning. */
const WORDS_SHARE = 0.6;

/** The sources nearest to one: linked, near by meaning, or with telling words in common. */
export async function relatedSources(relating: Relating, owned: OwnedSource): Promise<RelatedSources> {
  const { read } = relating;
  const { person, sourceId } = owned;
  const source = await read
    .selectFrom('sources')
    .select(['title', 'content', 'language', 'import_key as importKey', 'aliases'])
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!source) throw noSuchSource();
  const to = { ...owned, ...source };
  const near = await relatedByMeaning(relating, to);
  const sharing = await relatedByWords(relating, to);
  const here = new Set((await readBacklinks(read, to)).map(({ sourceId: id }) => id));
  const linked = new Set(
    (await readLinks(read, to)).flatMap(({ sourceId: id }) => (id === sourceId ? [] : (id ?? []))),
  );
  const scoreOf = (id: string) =>
    (here.has(id) || linked.has(id) ? LINK_SCORE : 0) +
    (near.get(id)?.score ?? 0) +
    (sharing.get(id)?.score ?? 0) * WORDS_SHARE;
  const ids = [...new Set([...here, ...linked, ...near.keys(), ...sharing.keys()])]
    .map((id) => ({ id, score: scoreOf(id) }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  const summaries = await readSummaries(relating, person, ids);
  return {
    related: summaries
      .filter(({ archivedAt }) => archivedAt === null)
      .slice(0, MAX_RELATED)
      .map((summary) => {
        const [meaning, words] = [near.get(summary.id), sharing.get(summary.id)];
        return {
          source: summary,
          passage: meaning?.passage ?? words?.passage ?? 1,
          why: whyRelated({
            linksHere: here.has(summary.id),
            isLinked: linked.has(summary.id),
            isSimilar: meaning !== undefined,
            shared: words?.shared ?? [],
          }),
        };
      }),
  };
}
