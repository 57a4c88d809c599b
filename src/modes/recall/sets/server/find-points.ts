import { type Kysely, sql } from 'kysely';

import { labelRanker, likePattern } from '#text/domain/label-rank.ts';
import { plainWords } from '#text/domain/segments.ts';
import { foldForm, withUmlautsSpelled } from '#text/domain/stems.ts';

import type { RecallTables } from '../../storage/server/tables.ts';
import type { FoundPoints } from '../protocol.ts';

const MAX_WORDS = 8;
/**
 * Maximum number of matches that are ranked. If there are more, the database prefers points that begin with the first
 * word, then short ones.
 */
const MAX_CANDIDATES = 400;

/**
 * Finds points that contain the typed words, best first. Excludes sets with an open session, so that a search does not
 * reveal answers.
 */
export async function findPoints(
  db: Kysely<RecallTables>,
  person: string,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<FoundPoints> {
  const words = plainWords(q.toLowerCase()).slice(0, MAX_WORDS);
  if (words.length === 0) return { points: [] };
  const rows = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['recall_points.id as pointId', 'recall_points.set_id as setId', 'recall_points.text', 'recall_sets.title'])
    .where('recall_points.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .where((eb) => eb.and(words.map(saidBy)))
    .where('recall_points.set_id', 'not in', (eb) =>
      eb
        .selectFrom('recall_sessions')
        .innerJoin('recall_session_sets', 'recall_session_sets.session_id', 'recall_sessions.session_id')
        .select('recall_session_sets.set_id')
        .where('recall_sessions.person_id', '=', person)
        .where('recall_sessions.is_open', '=', 1),
    )
    .orderBy(sql`case when lower(recall_points.text) like ${likePattern(words[0] ?? '').slice(1)} then 0 else 1 end`)
    .orderBy(sql`length(recall_points.text)`)
    .limit(MAX_CANDIDATES)
    .execute();
  const rank = labelRanker(words.join(' '));
  return {
    points: rows
      .map((row) => ({ ...row, rank: rank(row.text) }))
      .filter((row) => row.rank > 0)
      .sort((one, other) => other.rank - one.rank)
      .slice(0, limit)
      .map(({ pointId, setId, text, title: setTitle }) => ({ pointId, setId, text, setTitle })),
  };
}

/** Characters that folding removes or expands to several letters: soft hyphens, zero-width marks, ligatures. */
const OF_OTHER_LENGTH = Array.from(
  '\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}ß',
);

/**
 * Condition for texts that can contain a word. Only texts with non-ASCII characters can have accents, full-width
 * letters or invisible characters. For these the condition is broad and also matches other words; the ranking drops
 * them.
 */
function saidBy(word: string) {
  const isAscii = sql`octet_length(recall_points.text) = length(recall_points.text)`;
  const said = sql`lower(recall_points.text) like`;
  const folded = foldForm(word).replace(/[%_\\]/gu, '_');
  const wide = folded.replace(/[!-~]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0));
  const others = [
    sql`${said} ${likePattern(word)}`,
    sql`${said} ${likePattern(word.replace(/(?<=[aou])e/gu, ''))}`,
    ...[wide, wide.toUpperCase()].map((form) => sql`recall_points.text like ${`%${form}%`}`),
    ...OF_OTHER_LENGTH.map((sign) => sql`recall_points.text like ${`%${sign}%`}`),
  ];
  const spelled = `%${withUmlautsSpelled(word)}%`;
  return sql<boolean>`(${said} ${`%${folded}%`} or ${said} ${spelled} or (not ${isAscii} and (${sql.join(others, sql` or `)})))`;
}
