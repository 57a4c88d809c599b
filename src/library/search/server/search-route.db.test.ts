import { expect, test } from 'vitest';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import type { SearchAnswer } from '../protocol.ts';

onDatabase('the search route', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const search = (query: Record<string, string>, call = world.call) =>
      call<SearchAnswer>('GET', `/api/library/search?${new URLSearchParams(query).toString()}`);
    return { ...world, search };
  }

  test('a source is found as soon as it is added, with its passage and the matching words marked', async () => {
    const { addOne, search } = await start();
    const id = await addOne({ title: 'Jevons', content: '# Coal\n\nEfficient **engines** burnt more coal.' });
    const answer = await search({ q: 'engine coal', by: 'words' });
    expect(answer).toMatchObject({
      byWords: 1,
      byMeaning: 0,
      milliseconds: expect.any(Number) as number,
      meaning: { state: 'unused', problem: null },
    });
    const [hit] = answer.hits;
    expect(hit).toMatchObject({
      source: { id, title: 'Jevons' },
      passage: { number: 1, start: 0 },
      snippet: { text: 'Coal Efficient engines burnt more coal.' },
      foundBy: 'words',
      similarity: null,
      score: 1,
      morePassages: [],
    });
    expect(hit?.snippet.marks.map(({ start, end }) => hit.snippet.text.slice(start, end))).toEqual([
      'Coal',
      'engines',
      'coal',
    ]);
  });

  test('an edit, a new title, a deletion and its undo change the results', async () => {
    const { addOne, change, call, undo, search } = await start();
    const id = await addOne({ title: 'Drinks', content: 'Tea calms.' });
    const found = async (q: string) => (await search({ q })).hits.map(({ source }) => source.id);
    expect(await found('drinks')).toEqual([id]);
    await change(id, { version: 1, content: 'Coffee wakes.' });
    expect(await found('tea')).toEqual([]);
    expect(await found('coffee')).toEqual([id]);
    await change(id, { version: 2, title: 'Mornings' });
    expect(await found('drinks')).toEqual([]);
    expect(await found('mornings')).toEqual([id]);
    await call('POST', '/api/library/sources/change', { ids: [id], addTags: ['beverage'] });
    expect(await found('beverage')).toEqual([id]);
    await call('POST', '/api/library/sources/delete', { ids: [id] });
    expect(await found('coffee')).toEqual([]);
    await undo();
    expect(await found('coffee')).toEqual([id]);
  });

  test('the filters of the list apply to the search', async () => {
    const { add, call, search } = await start();
    const bucket = await call<{ id: string }>('POST', '/api/library/buckets', { name: 'Drinks' });
    await add(
      { content: 'Tea in the inbox.' },
      { content: 'Tea in a bucket.', bucketId: bucket.id },
      { content: 'Tea by others.', kind: 'tweet', tags: ['hot'] },
    );
    const found = async (filter: Record<string, string>) =>
      (await search({ q: 'tea', ...filter })).hits.map(({ snippet }) => snippet.text);
    expect(await found({})).toHaveLength(3);
    expect(await found({ bucket: bucket.id })).toEqual(['Tea in a bucket.']);
    expect(await found({ bucket: 'inbox', whose: 'own' })).toEqual(['Tea in the inbox.']);
    expect(await found({ kind: 'tweet' })).toEqual(['Tea by others.']);
    expect(await found({ tag: 'hot' })).toEqual(['Tea by others.']);
    expect(await found({ archived: 'true' })).toEqual([]);
    expect(await found({ limit: '1' })).toHaveLength(1);
  });

  test('an address finds sources from it or with it, and neither its parts nor common words find anything', async () => {
    const { add, search } = await start();
    await add(
      { title: 'Readme', content: 'See https://example.org/kiln/readme for how it works, and www.example.com/b.' },
      { title: 'Page', content: 'Salt glaze. It takes time.', url: 'https://example.org/salt?page=2' },
      { title: 'Why', content: 'The example of an org: kiln and salt, and the time of it.' },
    );
    const found = async (q: string) => (await search({ q })).hits.map(({ source }) => source.title);
    expect(await found('https://example.org/kiln/readme')).toEqual(['Readme']);
    expect(await found('http://EXAMPLE.org/salt?page=2')).toEqual(['Page']);
    expect(await found('https://example.org/other')).toEqual([]);
    for (const query of ['how does it work', 'the time', 'the of and']) expect(await found(query)).toEqual([]);
    expect(await found('why')).toEqual(['Why']);
    expect(await found('time')).toHaveLength(2);
    expect(await found('what says example.org/salt?page=2 about glaze')).toEqual(['Page']);
  });

  test('another person finds none of them', async () => {
    const { addOne, search, world, as } = await start();
    await addOne({ content: 'Tea calms.' });
    const stranger = as(await world.addPerson());
    expect((await search({ q: 'tea' }, stranger.call)).hits).toEqual([]);
  });
});
