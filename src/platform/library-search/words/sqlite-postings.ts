import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { WordScore } from '#library/search/server/passage-search.ts';

import { B, coveredShare, K1, type Postings, type Ranking } from './postings.ts';
import type { WordTables } from './tables.ts';

const CANDIDATES_PER_RESULT = 3;

/**
 * FTS5 tables without content, one per person, so that statistics cover one person only. A document is its terms
 * separated by spaces, so FTS5 has to split only at spaces. Terms consist of letters, digits and `+#.:`, so no query
 * can break out of its quotes.
 *
 * FTS5 only finds and counts; the score is computed here. The built-in `bm25()` scores a word of half of the texts as
 * zero, and its mean length becomes wrong with each deletion from a table without content.
 */
export const sqlitePostings: Postings = {
  async add(trx, person, documents) {
    await create(trx, person);
    for (const { row, terms } of documents)
      await sql`insert into ${table(person)} (rowid, words) values (${row}, ${terms.join(' ')})`.execute(trx);
  },

  async addForms(trx, person, forms) {
    await sql`insert or ignore into word_forms (person, form, term)
      select ${person}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(forms)})`.execute(trx);
  },

  async clear(trx) {
    const { rows } = await sql<{ name: string; type: string }>`
      select name, type from sqlite_schema
      where (type = 'table' and sql like 'create virtual table%' and name like 'passage\\_words\\_%' escape '\\')
        or (type = 'trigger' and name like 'word\\_units\\_%' escape '\\')
      order by type desc, name desc`.execute(trx);
    for (const { name, type } of rows) await sql`drop ${sql.raw(type)} ${sql.id(name)}`.execute(trx);
  },

  async forget(trx, person) {
    if (!(await exists(trx, person))) return;
    await sql`drop trigger ${triggerOf(person)}`.execute(trx);
    await sql`drop table ${termsOf(person)}`.execute(trx);
    await sql`drop table ${table(person)}`.execute(trx);
  },

  async count(db, person, terms) {
    if (!(await exists(db, person))) return new Map();
    const counts = terms.map((term) => sql`select ${term} as term, (${documentsWith(person, term)}) as documents`);
    const { rows } = await sql<{ term: string; documents: number }>`${union(counts)}`.execute(db);
    return new Map(rows.map(({ term, documents }) => [term, documents]));
  },

  async rank(db, person, ranking) {
    // Most filters permit nearly all sources, so the filter is first applied to the best few.
    const candidates = ranking.limit * CANDIDATES_PER_RESULT;
    const found = await best(db, person, { ...ranking, candidates });
    const isShort = found.length < ranking.limit;
    return isShort ? best(db, person, { ...ranking, candidates: -1 }) : found;
  },
};

async function create(db: Kysely<WordTables>, person: number): Promise<void> {
  if (await exists(db, person)) return;
  await sql`create virtual table ${table(person)} using fts5(
    words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '+#.:'"
  )`.execute(db);
  // Disables merges of deleted entries, which would take long in one commit. Merges of added entries drop deleted ones
  // too.
  await sql`insert into ${table(person)} (${table(person)}, rank) values ('deletemerge', 0)`.execute(db);
  await sql`create virtual table ${termsOf(person)} using fts5vocab(${table(person)}, instance)`.execute(db);
  await sql`create trigger ${triggerOf(person)} after delete on word_units
    when old.person = ${sql.lit(person)}
    begin delete from ${table(person)} where rowid = old."row"; end`.execute(db);
}

async function exists(db: Kysely<WordTables>, person: number): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema where name = ${nameOf(person)}`.execute(db);
  return rows.length > 0;
}

function documentsWith(person: number, term: string): RawBuilder<unknown> {
  return sql`select count(*) from ${table(person)} where ${table(person)} match ${quoted(term)}`;
}

function union(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `);
}

function nameOf(person: number): string {
  return `passage_words_${person}`;
}

function table(person: number): RawBuilder<unknown> {
  return sql.id(nameOf(person));
}

function triggerOf(person: number): RawBuilder<unknown> {
  return sql.id(`word_units_${person}`);
}

/** One row per occurrence of a term. */
function termsOf(person: number): RawBuilder<unknown> {
  return sql.id(`${nameOf(person)}_terms`);
}

function quoted(term: string): string {
  return `"${term}"`;
}

/** The best among this many candidates that match the filter; -1 for all. */
async function best(
  db: Kysely<WordTables>,
  person: number,
  { terms, whole, statistics, condition, limit, candidates }: Ranking & { readonly candidates: number },
): Promise<readonly WordScore[]> {
  const counts = terms.map(
    ({ term, weight, telling }) =>
      sql`select doc as "row", ${weight} as weight, ${telling} as telling, count(*) as count from ${termsOf(person)} where term = ${term} group by doc`,
  );
  // The joins keep the inner order and stop at the limit. Without the inner limit, SQLite would drop that order.
  const { rows } = await sql<WordScore>`
    select best."row", best.score, best.covered from (
      select counted."row", sum(telling) as covered, sum(weight * count * ${K1 + 1} / (count + ${K1} * (${1 - B} + ${B} * unit.length
        / ${statistics.meanLength}))) as score
      from (${union(counts)}) as counted join word_units as unit on unit."row" = counted."row"
      group by counted."row" order by score desc, counted."row" limit ${candidates}
    ) as best
    cross join word_units on word_units."row" = best."row"
    cross join sources on sources.id = word_units.source_id
    where ${condition} limit ${limit}`.execute(db);
  return rows.map(({ row, score, covered }) => ({ row, score, covered: coveredShare(covered, whole) }));
}
