import { expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { Embedder } from '#embedding/server/embedder.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { conceptEmbedder, embedPassages } from '../../../fixtures/library/concept-embedder.ts';
import { writePeople, type WrittenSource, writeSource } from '../../../fixtures/library/write-source.ts';
import { createEmbedQueries } from '../search/server/embed-query.ts';
import { findSources, type SearchRequest } from '../search/server/find-sources.ts';
import type { LibraryTables } from '../storage/server/tables.ts';
import { createLibrarySearch } from './library.ts';

onDatabase('search by words and by meaning', (open) => {
  async function start(embedder: Embedder | null = conceptEmbedder()) {
    const store = await open();
    const database = tablesOf<LibraryTables>(store);
    const words = createWordSearch(store, () => undefined);
    const vectors = createExactVectors(database);
    onTestFinished(() => vectors.close());
    await words.recover();
    await store.write((trx) => writePeople(trx as never, ['ada', 'bob']));
    const logged: unknown[] = [];
    const dependencies = {
      database,
      words,
      meaning: {
        vectors,
        servingOf: () => Promise.resolve(embedder && { embedder, waitingSources: 3 }),
      },
      embedQueries: createEmbedQueries(),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (_message: string, cause: unknown) => void logged.push(cause),
      },
    };
    const find = (query: string, change: Partial<SearchRequest> = {}) =>
      findSources(dependencies, {
        person: 'ada',
        query,
        filter: {},
        limit: 10,
        by: 'both',
        isTyped: true,
        keeps: 'meant',
        ...change,
      });
    return {
      database,
      library: createLibrarySearch(dependencies),
      find,
      logged,
      write: (sources: Record<string, readonly string[]>, change: Partial<WrittenSource> = {}) =>
        database.write(async (trx) => {
          for (const [id, passages] of Object.entries(sources)) {
            await writeSource(trx, { id, person: 'ada', passages, ...change });
            await words.onTextWritten(trx, { person: change.person ?? 'ada', sources: [id] });
          }
        }),
      embed: async () => {
        await database.write((trx) => embedPassages(trx, conceptEmbedder()));
        vectors.changed('ada');
      },
    };
  }

  test('many texts are compared with passages in one call of the embedder, and once', async () => {
    const calls: (readonly string[])[] = [];
    const counting: Embedder = {
      ...conceptEmbedder(),
      batchSize: 3,
      embed: (texts, kind, signal) => {
        calls.push(texts);
        return conceptEmbedder().embed(texts, kind, signal);
      },
    };
    const { write, embed, library, database } = await start(counting);
    await write({ peat: ['The moor burns peat.'], wood: ['The moor burns wood.'] });
    await embed();
    const ids = (await database.read.selectFrom('passages').select('id').execute()).map(({ id }) => id);
    const ask = (texts: readonly string[]) => library.nearness({ person: 'ada', texts, passages: ids });
    const texts = ['The moor burns peat.', 'b', 'c', 'd', 'b'];
    const near = await ask(texts);
    expect(near.size).toBe(2);
    expect(await ask(texts)).toEqual(near);
    expect(calls).toEqual([['The moor burns peat.', 'b', 'c'], ['d']]);
  });

  test('for other modes a highlighted source passes equally good ones, and the list keeps its order', async () => {
    const { write, database, library, find } = await start(null);
    await write({ peat: ['The moor burns peat.'], turf: ['The moor burns turf.'], wood: ['The moor burns wood.'] });
    const order = async () =>
      (await library.search({ person: 'ada', query: 'moor burns', limit: 2 })).passages.map(({ source }) => source.id);
    const listed = async () => (await find('moor burns')).sources.map(({ source }) => source);
    const [last = ''] = (await listed()).toReversed();
    const before = await listed();
    expect(await order()).toEqual(before.slice(0, 2));
    const marked = {
      start_offset: 0,
      end_offset: 8,
      quote: 'The moor',
      color: 'green',
      note: '',
      created_at: 1,
    } as const;
    const row = { ...marked, person_id: 'ada', source_id: last, id: 'mark' };
    await database.write((trx) => trx.insertInto('highlights').values(row).execute());
    expect(await order()).toEqual([last, before[0]]);
    expect(await listed()).toEqual(before);
  });

  test('a source with other words is found too, and each hit shows which arm found it', async () => {
    const { write, embed, find } = await start();
    await write({
      said: ['Coal is what the town burns.'],
      meant: ['The town burns a combustible mineral.'],
      unrelated: ['A poem about spring.'],
      named: ['A poem about coal and spring, rest and machine and slumber and sleep.'],
    });
    await embed();
    const { sources, byWords, byMeaning, meaning } = await find('coal');
    expect(sources.map(({ source, foundBy }) => `${source}: ${foundBy}`)).toEqual([
      'said: both',
      'meant: meaning',
      'named: words',
    ]);
    expect(sources.map(({ similarity }) => similarity)).toEqual(
      [1, 1, null].map((each) => each && expect.closeTo(each)),
    );
    expect({ byWords, byMeaning }).toEqual({ byWords: 2, byMeaning: 2 });
    expect(meaning).toEqual({ state: 'used', problem: null, model: 'Concepts', threshold: 0.4, waitingSources: 3 });
  });

  test('search by words alone does not call the embedder', async () => {
    const { write, embed, find } = await start({
      ...conceptEmbedder(),
      embed: () => Promise.reject(new Error('was asked')),
    });
    await write({ said: ['Coal burns.'], meant: ['Fuel burns.'] });
    await embed();
    const { sources, meaning } = await find('coal', { by: 'words' });
    expect(sources.map(({ source }) => source)).toEqual(['said']);
    expect(meaning.state).toBe('unused');
  });

  test('each source is found once, with its other passages', async () => {
    const { write, embed, find } = await start();
    await write({ long: ['Nothing here.', 'Fuel again.', 'Coal and coal mines.', 'Coal.'], short: ['Coal mines.'] });
    await embed();
    const { sources } = await find('coal mines');
    expect(sources.map(({ source, passages }) => [source, passages.map(({ number }) => number)] as const)).toEqual([
      ['short', [1]],
      ['long', [3, 4, 2]],
    ]);
  });

  test('if the embedder fails, search by words remains, with the reason', async () => {
    const failure = new ModelFailure('rate-limited', { message: 'Too many requests.', remedy: 'Wait a minute.' });
    const { write, embed, find, logged } = await start({ ...conceptEmbedder(), embed: () => Promise.reject(failure) });
    await write({ said: ['Coal burns.'] });
    await embed();
    const { sources, meaning } = await find('coal');
    expect(sources).toMatchObject([{ source: 'said', foundBy: 'words', score: 1 }]);
    expect(meaning).toMatchObject({
      state: 'failed',
      problem: { message: 'Too many requests.', remedy: 'Wait a minute.' },
    });
    expect(logged).toEqual([]);
  });

  test('a bug in an embedder is logged, and the words are still found', async () => {
    const { write, embed, find, logged } = await start({
      ...conceptEmbedder(),
      embed: () => Promise.reject(new TypeError('bug')),
    });
    await write({ said: ['Coal burns.'] });
    await embed();
    expect(await find('coal')).toMatchObject({ sources: [{ source: 'said' }], meaning: { state: 'failed' } });
    expect(logged).toEqual([new TypeError('bug')]);
  });

  test('a language that the model does not know is searched by words', async () => {
    const { write, embed, find } = await start();
    await write({ german: ['Die Kohle brennt.'] }, { language: 'de' });
    await write({ english: ['Nothing but spring.'] });
    await embed();
    const { sources, meaning } = await find('Warum brennt die Kohle in der Stadt nicht mehr?');
    expect(sources.map(({ source }) => source)).toEqual(['german']);
    expect(meaning.state).toBe('unused');
  });

  test('a missing vector does not lower the score of a source', async () => {
    const { write, embed, find } = await start();
    await write({ old: ['Coal and spring and summer.'] });
    await embed();
    await write({ fresh: ['Coal.'] });
    const { sources } = await find('coal');
    expect(sources.map(({ source, score }) => [source, Math.round(score * 100) / 100])).toEqual([
      ['fresh', 1],
      ['old', expect.any(Number) as number],
    ]);
  });

  test('a title or alias that equals the query comes first, however often others contain it', async () => {
    const { write, find } = await start();
    await write({ often: ['Tides, tides and tides: the box of tides.', 'Tides.'] });
    await write({ titled: ['A mill.'] }, { columns: { title: 'The Tides' } });
    await write({ aliased: ['A press.'] }, { columns: { title: 'Press', aliases: '["Große Tides"]' } });
    const first = async (query: string) => (await find(query)).sources[0]?.source;
    expect(await first('the tides')).toBe('titled');
    expect(await first('What are the tides?')).toBe('titled');
    expect(await first('What do tides do in grosse Tides, and why?')).toBe('aliased');
    expect(await first('grosse tides')).toBe('aliased');
    expect(await first('tides')).toBe('often');
  });

  test('a source that contains the query in an address alone is not a hit, unless the query is an address', async () => {
    const { write, find } = await start();
    await write({ said: ['A lamp burns.'], linked: ['See [here](https://example.com/lamp) or www.lamp.org.'] });
    expect((await find('lamp')).sources.map(({ source }) => source)).toEqual(['said']);
    expect((await find('https://example.com/lamp')).sources[0]?.source).toBe('linked');
    expect((await find('lamp', { keeps: 'all' })).sources).toHaveLength(2);
  });

  test('an English-only embedder is not called for another language, however short the query', async () => {
    const { write, embed, find } = await start({
      ...conceptEmbedder(),
      embed: (texts, kind, signal) =>
        kind === 'passage' ? conceptEmbedder().embed(texts, kind, signal) : Promise.reject(new Error('was asked')),
    });
    await write({ english: ['Git is a machine for versions.'], dom: ['Fuel of the cathedral.'] });
    await write({ german: ['Der Dom ist ein Bau der Kohle.'] }, { language: 'de' });
    await embed();
    for (const query of ['Wärmepumpe', 'Dombau', 'Warum Kohle', 'pompe à chaleur', 'del carbon'])
      expect((await find(query)).meaning.state, query).toBe('unused');
    for (const query of ['automobile', 'versions', 'die machine', 'the Köln cathedral'])
      expect((await find(query)).meaning.state, query).toBe('failed');
  });

  test('a note too short for language detection is not a hit by meaning in a language the embedder does not know', async () => {
    const { write, embed, find } = await start();
    await write({
      english: ['Fuel for the ovens at Köln.'],
      czech: ['Příliš coal.'],
      turkish: ['Güneş, fuel, şeker.'],
    });
    await embed();
    expect((await find('combustible')).sources.map(({ source }) => source)).toEqual(['english']);
  });

  test('a query without words finds nothing', async () => {
    const { write, embed, find } = await start();
    await write({ a: ['Coal.'] });
    await embed();
    for (const query of ['', '  ', '"', '* NEAR']) expect((await find(query)).sources).toEqual([]);
  });

  test('other modes get passages with their sources, and exclude sources before the limit', async () => {
    const { write, embed, library } = await start();
    await write(
      { pinned: ['Coal, coal, coal.'], other: ['Town.', 'Fuel.', 'Coal and town.'] },
      { columns: { title: 'On burning', kind: 'article_clip', origin: 'web', url: 'https://example.com/a' } },
    );
    await embed();
    const question = { person: 'ada', query: 'coal', limit: 1, filter: { excludedSources: ['pinned'] } };
    const { passages, meaning } = await library.search({ ...question, perSource: 2 });
    expect(passages.map(({ text, source, foundBy }) => ({ text, source, foundBy }))).toEqual(
      ['Coal and town.', 'Fuel.'].map((text) => ({
        text,
        foundBy: 'both',
        source: {
          id: 'other',
          title: 'On burning',
          kind: 'article_clip',
          origin: 'web',
          url: 'https://example.com/a',
          author: null,
          bucketId: null,
          createdAt: 1,
          version: 1,
        },
      })),
    );
    expect(meaning.state).toBe('used');
    expect((await library.search(question)).passages).toHaveLength(1);
    const [first] = passages;
    expect((await library.passages('ada', ['gone', first?.id ?? ''])).map(({ number }) => number)).toEqual([3]);
  });
});
