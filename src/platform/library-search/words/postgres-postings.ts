import { sql } from 'kysely';

import type { WordScore } from '#library/search/server/passage-search.ts';

import { B, coveredShare, K1, type Document, type Postings } from './postings.ts';

/** BM25 over a table of postings, because PostgreSQL's own ranking has no document frequencies. */
export const postgresPostings: Postings = {
  async add(trx, person, documents) {
    const postings = JSON.stringify(documents.flatMap((document) => postingsOf(document)));
    await sql`insert into word_postings (person, term, "row", count, length)
      select ${sql.lit(person)}, term, "row", count, length
      from json_to_recordset(${postings}::json) as posting("row" bigint, term text, count integer, length integer)
    `.execute(trx);
  },

  async addForms(trx, person, forms) {
    await sql`insert into word_forms (person, form, term)
      select ${sql.lit(person)}, value ->> 0, value ->> 1 from json_array_elements(${JSON.stringify(forms)}::json) as each(value)
      on conflict do nothing`.execute(trx);
  },

  async clear(trx) {
    await sql`delete from word_postings`.execute(trx);
  },

  async forget(trx, person) {
    await trx.deleteFrom('word_postings').where('person', '=', person).execute();
  },

  async count(db, person, terms) {
    const rows = await db
      .selectFrom('word_postings')
      .select(({ fn }) => ['term', fn.countAll<string>().as('documents')])
      .where('person', '=', person)
      .where('term', 'in', [...terms])
      .groupBy('term')
      .execute();
    return new Map(rows.map(({ term, documents }) => [term, Number(documents)]));
  },

  async rank(db, person, { terms, whole, statistics, condition, limit }) {
    const weights = terms.map(
      ({ term, weight, telling }) => sql`(${term}::text, ${weight}::float8, ${telling}::float8)`,
    );
    const { rows } = await sql<WordScore>`
      select best."row", best.score, best.covered from (
        select posting."row", sum(weighted.telling) as covered, sum(weighted.weight * posting.count * ${sql.lit(K1 + 1)}
          / (posting.count + ${sql.lit(K1)} * (${sql.lit(1 - B)} + ${sql.lit(B)} * posting.length
            / ${statistics.meanLength}::float8))) as score
        from word_postings as posting
        join (values ${sql.join(weights)}) as weighted(term, weight, telling) on weighted.term = posting.term
        where posting.person = ${person} group by posting."row"
      ) as best
      join word_units on word_units."row" = best."row"
      join sources on sources.id = word_units.source_id
      where ${condition} order by best.score desc, best."row" limit ${limit}`.execute(db);
    return rows.map(({ row, score, covered }) => ({
      row: Number(row),
      score: Number(score),
      covered: coveredShare(Number(covered), whole),
    }));
  },
};

function postingsOf({ row, terms, length }: Document): readonly object[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ row, term, count, length }));
}
