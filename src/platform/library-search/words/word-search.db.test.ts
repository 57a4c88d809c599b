import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { PassageFilter } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { queryTermsOf, termsIn } from '#text/domain/terms.ts';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import {
  type WrittenSource,
  writePassages,
  writePeople,
  writeSource,
} from '../../../../fixtures/library/write-source.ts';
import { createWordSearch } from './create-word-search.ts';

const logError = (message: string, cause: unknown) => {
  throw new Error(message, { cause });
};

const K1 = 1.2;
const B = 0.75;

/** BM25 implemented from its definition, over whole texts. */
function bm25(texts: readonly string[], query: string): readonly number[] {
  const documents = texts.map((text) => termsIn(text, null).map(({ term }) => term));
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const words = termsIn(query, null).map(({ term }) => term);
  return documents.map((document) => {
    let score = 0;
    for (const word of words) {
      const having = documents.filter((other) => other.includes(word)).length;
      const count = document.filter((term) => term === word).length;
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      score += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * document.length) / mean));
    }
    return score;
  });
}

eachEngine('search by words', (open) => {
  async function start() {
    const store = await open();
    const library = tablesOf<LibraryTables>(store);
    const words = createWordSearch(store, logError);
    await words.recover();
    await store.write((trx) => writePeople(trx as never, ['ada', 'bob']));
    async function found(
      query: string,
      options: { person?: string; filter?: PassageFilter; limit?: number; isTyped?: boolean } = {},
    ) {
      const { person = 'ada', filter = {}, limit = 100, isTyped = false } = options;
      const scores = await words.search(queryTermsOf(query, isTyped), { person, filter, limit });
      const rows = await library.read
        .selectFrom('passages')
        .select(['row', 'source_id', 'number'])
        .where('row', 'in', [-1, ...scores.map(({ row }) => row)])
        .execute();
      return scores.map(({ row, score }) => {
        const passage = rows.find((each) => each.row === row);
        return { source: passage?.source_id, number: passage?.number, score };
      });
    }
    return {
      store,
      library,
      words,
      found,
      write: (...sources: Partial<WrittenSource>[]) =>
        library.write(async (trx) => {
          for (const [index, source] of sources.entries()) {
            const whole = { id: `s${index}`, person: 'ada', passages: [], ...source };
            await writeSource(trx, whole);
            await words.onTextWritten(trx, { person: whole.person, sources: [whole.id] });
          }
        }),
      change: (source: WrittenSource) =>
        library.write(async (trx) => {
          await writePassages(trx, source);
          await words.onTextWritten(trx, { person: source.person, sources: [source.id] });
        }),
      sortedSources: async (...given: Parameters<typeof found>) =>
        (await found(...given)).map(({ source }) => source ?? '').sort((one, other) => one.localeCompare(other)),
      sources: async (...given: Parameters<typeof found>) => (await found(...given)).map(({ source }) => source),
    };
  }

  test('short sources are scored as whole texts, exactly by the definition of BM25', async () => {
    const { write, found, library } = await start();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const vocabulary = Array.from({ length: 60 }, (_, index) => `w${String.fromCodePoint(97 + (index % 26))}${index}`);
    const sentence = (words: number) =>
      Array.from({ length: words }, () => vocabulary[random(1 + random(60))] ?? '').join(' ');
    const made = Array.from({ length: 40 }, (_, index) => ({
      id: `d${index}`,
      columns: { title: sentence(3) },
      passages: Array.from({ length: 1 + random(3) }, () => sentence(5 + random(40))),
    }));
    await write(...made);
    // A source that leaves the library leaves the statistics too.
    await library.write((trx) => trx.deleteFrom('sources').where('id', 'in', ['d3', 'd4']).execute());
    const left = made.filter(({ id }) => id !== 'd3' && id !== 'd4');
    for (const query of [
      vocabulary[0] ?? '',
      `${vocabulary[1]} ${vocabulary[20]} ${vocabulary[1]}`,
      vocabulary.join(' '),
    ]) {
      const expected = bm25(
        left.map(({ columns, passages }) => `${columns.title}\n${passages.join('\n')}`),
        query,
      )
        .map((score, index) => ({ source: left[index]?.id, score }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      const actual = await found(query);
      expect(actual.map(({ score }) => score)).toEqual(expected.map(({ score }) => expect.closeTo(score, 6) as number));
      const scores = new Map(actual.map(({ source, score }) => [source, score]));
      for (const { source, score } of expected) expect(scores.get(source)).toBeCloseTo(score, 6);
    }
  });

  test('a long source is found by its passages', async () => {
    const { write, found } = await start();
    const filler = 'Nothing of interest is said in these many words about the weather. '.repeat(30);
    const passages = Array.from({ length: 12 }, (_, index) => `${filler} ${index}`);
    await write(
      { id: 'book', passages: passages.with(7, `${filler} The zeppelin arrived.`) },
      { id: 'note', passages: ['A zeppelin is an airship.'] },
    );
    expect((await found('zeppelin')).map(({ source, number }) => `${source} ${number}`)).toEqual(['note 1', 'book 8']);
  });

  test('an edit changes the results only for the changed text', async () => {
    const { write, change, sources } = await start();
    await write({ id: 'a', passages: ['Coffee wakes.', 'Tea calms.'] });
    await change({ id: 'a', person: 'ada', passages: ['Coffee wakes.', 'Milk strengthens.'] });
    expect(await sources('tea')).toEqual([]);
    expect(await sources('milk')).toEqual(['a']);
    await change({ id: 'a', person: 'ada', passages: ['Water refreshes.'] });
    expect(await sources('coffee')).toEqual([]);
    expect(await sources('water')).toEqual(['a']);
    await change({ id: 'a', person: 'ada', passages: [] });
    expect(await sources('water')).toEqual([]);
  });

  test('a source is found by its title and by its tags', async () => {
    const { write, sources } = await start();
    await write(
      {
        id: 'a',
        columns: { title: 'Jevons' },
        passages: ['More efficient engines burn more coal.'],
        tags: ['economics'],
      },
      { id: 'b', columns: { title: 'It' }, passages: ['A clown.'] },
    );
    expect(await sources('jevons')).toEqual(['a']);
    expect(await sources('economics')).toEqual(['a']);
    expect(await sources('it')).toEqual(['b']);
  });

  test('filters apply before the limit', async () => {
    const { write, sources, sortedSources } = await start();
    await write(
      ...Array.from({ length: 20 }, (_, index) => ({ id: `n${index}`, passages: ['tea tea tea'] })),
      {
        id: 'weak',
        passages: [`tea ${'and other drinks '.repeat(20)}`],
        tags: ['a "quoted" tag'],
        columns: { kind: 'tweet' as const },
      },
      { id: 'archived', passages: ['tea'], columns: { archived_at: 1 } },
      { id: 'deleted', passages: ['tea'], columns: { deleted_at: 1 } },
      { id: 'said', passages: ['tea'], columns: { origin: 'agent' as const } },
    );
    const one = (filter: PassageFilter) => sources('tea', { filter, limit: 1 });
    expect(await one({ kinds: ['tweet'] })).toEqual(['weak']);
    expect(await one({ tags: ['a "quoted" tag'] })).toEqual(['weak']);
    expect(await one({ tags: ['quoted'] })).toEqual([]);
    expect(await one({ isArchived: true })).toEqual(['archived']);
    expect(await one({ sources: ['weak'] })).toEqual(['weak']);
    expect(await one({ state: 'failed' })).toEqual([]);
    expect(await one({ buckets: ['none'] })).toEqual([]);
    expect(await one({ buckets: [null] })).toHaveLength(1);
    expect(await sortedSources('tea', { filter: { whose: 'others' } })).toEqual(['said', 'weak']);
    const excludedSources = Array.from({ length: 20 }, (_, index) => `n${index}`);
    expect(await sortedSources('tea', { filter: { excludedSources } })).toEqual(['said', 'weak']);
    expect(await sources('tea')).not.toContain('deleted');
  });

  test('people share neither texts nor statistics', async () => {
    const { write, found } = await start();
    const notes = ['tea is drunk', 'coffee is drunk', 'water is drunk'];
    await write(...notes.map((text, index) => ({ id: `a${index}`, passages: [text] })));
    const alone = await found('tea coffee');
    await write(...Array.from({ length: 30 }, (_, index) => ({ id: `b${index}`, person: 'bob', passages: ['tea'] })));
    expect(await found('tea coffee')).toEqual(alone);
    expect(await found('tea', { person: 'bob' })).toHaveLength(30);
    expect(await found('coffee', { person: 'bob' })).toEqual([]);
    expect(await found('coffee', { person: 'nobody' })).toEqual([]);
  });

  test('a word is found while it is typed, even if its stem is shorter', async () => {
    const { write, sources, sortedSources } = await start();
    await write(
      { id: 'a', passages: ['General relativity bends light.'] },
      { id: 'b', passages: ['A religion of their own.'] },
      { id: 'c', passages: ['東京都は日本の首都です。'] },
    );
    for (const typed of ['re', 'rel']) expect(await sortedSources(typed, { isTyped: true })).toEqual(['a', 'b']);
    for (const typed of ['relat', 'relativi', 'relativity'])
      expect(await sources(typed, { isTyped: true })).toEqual(['a']);
    expect(await sources('relativi')).toEqual([]);
    expect(await sources('relati ', { isTyped: true })).toEqual([]);
    for (const typed of ['東', '京都', '都', '首都']) expect(await sources(typed)).toEqual(['c']);
    expect(await sources('北')).toEqual([]);
  });

  test('a whole word counts more than one that begins with it', async () => {
    const { write, sources } = await start();
    await write({ id: 'longer', passages: ['the warfarin dose'] }, { id: 'whole', passages: ['the war years'] });
    expect(await sources('war', { isTyped: true })).toEqual(['whole', 'longer']);
  });

  test('German words are found in all their forms, and are not mixed with English ones', async () => {
    const { write, sources } = await start();
    await write(
      { id: 'german', language: 'de', passages: ['Die Häuser der Stadt und ihre Gärten.'] },
      { id: 'english', language: 'en', passages: ['Corn grows in every corner.'] },
    );
    for (const query of ['Haus', 'häusern', 'GARTEN', 'Stadt']) expect(await sources(query)).toEqual(['german']);
    expect(await sources('Korner')).toEqual([]);
  });

  test('no query breaks the search', async () => {
    const { write, sources } = await start();
    await write({
      id: 'a',
      passages: ['C++ and C# aren\'t "old": 🎉 NEAR(everything), *stars* ^caret col:umn -minus \'; drop table sources'],
    });
    for (const query of [
      'c++',
      'C#',
      '🎉',
      'NEAR(',
      '"old',
      'stars*',
      '^caret',
      'col:',
      '-minus',
      "';",
      'drop table',
      'arent',
    ])
      expect({ query, found: await sources(query, { isTyped: true }) }).toEqual({
        query,
        found: query === "';" ? [] : ['a'],
      });
    for (const query of [
      '',
      '   ',
      '"',
      '""',
      '*',
      '(',
      ')',
      'AND',
      'OR NOT',
      '\u0000',
      '\ud800',
      '%_\\',
      '({[',
      '💥',
      'a'.repeat(2_000),
      '水 '.repeat(600),
    ])
      expect(await sources(query, { isTyped: true })).toEqual([]);
  });

  test('missing sources are indexed later, and an index of another version is rebuilt', async () => {
    const { store, library, write, sortedSources } = await start();
    await write({ id: 'a', passages: ['tea'] });
    await library.write((trx) => writeSource(trx, { id: 'b', person: 'ada', passages: ['tea'] }));
    const next = createWordSearch(store, logError);
    await next.recover();
    await next.caughtUp();
    expect(await sortedSources('tea')).toEqual(['a', 'b']);
    const db = store.read as Kysely<unknown>;
    await store.write((trx) => sql`update word_index set version = 0`.execute(trx));
    await store.write((trx) => sql`update word_units set digest = 'old'`.execute(trx));
    const newer = createWordSearch(store, logError);
    await newer.recover();
    await newer.caughtUp();
    await newer.close();
    expect(await sortedSources('tea')).toEqual(['a', 'b']);
    const { rows } = await sql`select 1 from word_units where digest = 'old'`.execute(db);
    expect(rows).toEqual([]);
  });

  test('deletions trigger no merge', async () => {
    const { store, write } = await start();
    if (store.engine !== 'sqlite') return;
    await write({ id: 'a', passages: ['tea'] });
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema where name like '%_config'`.execute(
      store.read,
    );
    expect(rows).toHaveLength(1);
    const { rows: set } = await sql`select v from ${sql.id(rows[0]?.name ?? '')} where k = 'deletemerge'`.execute(
      store.read,
    );
    expect(set).toEqual([{ v: 0 }]);
  });

  test('a failed write leaves the index unchanged', async () => {
    const { library, words, write, sources } = await start();
    await write({ id: 'a', passages: ['tea'] });
    const failed = library.write(async (trx) => {
      await writeSource(trx, { id: 'b', person: 'ada', passages: ['coffee'] });
      await words.onTextWritten(trx, { person: 'ada', sources: ['b'] });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await sources('coffee')).toEqual([]);
    expect(await sources('tea')).toEqual(['a']);
  });

  test('a word is found in both spellings of its umlauts, and no other word is', async () => {
    const { write, sources, sortedSources } = await start();
    await write(
      { id: 'umlaut', passages: ['Wir fahren nach Köln und über die Brücke.'], language: 'de' },
      { id: 'spelled', passages: ['Koeln ist weit.'] },
      { id: 'other', passages: ['A pot and no poet.'] },
      { id: 'pot', passages: ['A pot.'] },
    );
    for (const query of ['Köln', 'Koeln', 'KOELN']) expect(await sortedSources(query)).toEqual(['spelled', 'umlaut']);
    expect(await sources('Bruecke')).toEqual(['umlaut']);
    expect(await sources('poet')).toEqual(['other']);
    expect(await sources('Brueck', { isTyped: true })).toEqual(['umlaut']);
  });

  test('a compound is looked up by its parts, if German texts contain both, and as part of longer ones', async () => {
    const { words, write } = await start();
    await write(
      { id: 'cathedral', passages: ['Der Dom ist ein Bau.'], language: 'de' },
      { id: 'heat', passages: ['Die Wärme und die Kälte.'], language: 'de' },
      { id: 'fields', passages: ['Die Dreifelderwirtschaft ernährt das Dorf.'], language: 'de' },
      { id: 'house', passages: ['The light of the house.'] },
    );
    const parts = async (query: string) => {
      const { terms } = await words.lookUp('ada', queryTermsOf(query, false));
      return terms.filter(({ isPart }) => isPart).flatMap((part) => part.terms);
    };
    expect((await parts('Dombau')).toSorted()).toEqual(['de:bau', 'de:dom']);
    expect(await parts('Felderwirtschaft')).toEqual(['de:dreifelderwirtschaft']);
    expect(await parts('Wärmepumpe')).toEqual([]);
    expect(await parts('lighthouse')).toEqual([]);
    await write(
      { id: 'bill', passages: ['Die Nebenkostenabrechnung kam. Die Abrechnung auch.'], language: 'de' },
      { id: 'verb', passages: ['Die Ofensetzer besetzen den Platz des Besetzers.'], language: 'de' },
    );
    for (const isTyped of [true, false]) {
      const { terms } = await words.lookUp('ada', queryTermsOf('Abrechnung', isTyped));
      expect(terms.filter(({ isPart }) => isPart)).toMatchObject([{ terms: ['de:nebenkostenabrechnung'] }]);
    }
    expect(await parts('Setzer')).not.toContain('de:besetz');
    const { onlyGerman, others } = await words.lookUp('ada', queryTermsOf('Dombau, Dorf, house, ship', false));
    expect({ onlyGerman, others }).toEqual({ onlyGerman: 2, others: 1 });
  });

  test('the covered share weighs rare words more than common ones, and includes words that no text contains', async () => {
    const { words, write } = await start();
    await write(...Array.from({ length: 20 }, (_, index) => ({ id: `n${index}`, passages: ['A change of plans.'] })), {
      id: 'lamp',
      passages: ['A lamp.'],
    });
    const covered = async (query: string, isTyped = false) => {
      const scores = await words.search(queryTermsOf(query, isTyped), { person: 'ada', filter: {}, limit: 100 });
      return [...new Set(scores.map(({ covered: share }) => Math.round(share * 100)))];
    };
    expect(await covered('lamp')).toEqual([100]);
    expect(await covered('change')).toEqual([100]);
    const [rare = 0, common = 0] = await covered('lamp change');
    expect(rare).toBeGreaterThan(90);
    expect(common).toBeLessThan(10);
    const [alone = 0] = await covered('lamp chandelier');
    expect(alone).toBeGreaterThan(30);
    expect(alone).toBeLessThan(80);
    // An incomplete word is any of its completions, and not an additional unknown word.
    for (const begun of ['chang', 'pla', 'lam'])
      expect({ begun, covered: await covered(begun, true) }).toEqual({ begun, covered: [100] });
    expect((await covered('lamp chandel', true))[0]).toBeLessThan(80);
  });

  test('in a small library a word in most texts can still be telling', async () => {
    const { words, write } = await start();
    await write(...['a', 'b', 'c'].map((id) => ({ id, passages: ['The automobile has a garden.'] })));
    const scores = await words.search(queryTermsOf('automobile cost', false), { person: 'ada', filter: {}, limit: 9 });
    expect(scores).toHaveLength(3);
    for (const { covered } of scores) expect(covered).toBeGreaterThan(0.3);
  });
});
