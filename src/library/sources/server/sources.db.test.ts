import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';

import type { ExploreTables } from '#modes/explore/asking/server/tables.ts';
import type { SessionTables } from '#session/server/tables.ts';
import type { LastAction } from '#undo/protocol.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import type { Bucket } from '../../storage/protocol.ts';

onDatabase('sources', (open) => {
  const start = async () => openLibraryWorld(await open());
  const addBucket = ({ call }: Awaited<ReturnType<typeof start>>, name: string) =>
    call<Bucket>('POST', '/api/library/buckets', { name });

  test('a source has a kind, a title and counts', async () => {
    const { add, detail } = await start();
    const results = await add(
      {
        content: '# On **sleep**\n\nSleep *clears* the brain, see [[Jevons]].',
        tags: ['Sleep', 'sleep', '\u202Esl\u2066eep', '\u200F'],
      },
      { url: 'https://x.com/someone/status/1' },
      { url: 'example.org/page' },
      { content: 'Its words.', url: 'https://www.example.org/other/', title: 'Given' },
    );
    expect(results.map(({ source }) => source)).toMatchObject([
      {
        kind: 'note',
        origin: 'person',
        title: 'On sleep',
        preview: 'On sleep Sleep clears the brain, see Jevons.',
        words: 8,
        tags: ['Sleep'],
        state: 'read',
        bucketId: null,
      },
      { kind: 'tweet', origin: 'web', title: 'x.com/someone/status/1', state: 'waiting', words: 0 },
      { kind: 'link', title: 'example.org/page', url: 'https://example.org/page', state: 'waiting' },
      { kind: 'link', title: 'Given', state: 'read' },
    ]);
    expect(await detail(results[0]?.source.id ?? '')).toMatchObject({
      content: '# On **sleep**\n\nSleep *clears* the brain, see [[Jevons]].',
      file: null,
      keptFrom: null,
      links: [{ text: 'Jevons', sourceId: null }],
      backlinks: [],
      version: 1,
    });
  });

  test('a source without words is rejected, and so is an invalid address', async () => {
    const { add } = await start();
    await expect(add({ content: '\u200b \n' })).rejects.toMatchObject({ kind: 'malformed' });
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'two words', 'http://', 'nothing'])
      await expect(add({ url }), url).rejects.toMatchObject({ kind: 'malformed', detail: { field: 'url' } });
  });

  test('lists return the newest first, page by page, and apply every filter', async () => {
    const world = await start();
    const { add, list, clock, call, library, person } = world;
    const { id: bucketId } = await addBucket(world, 'Sleep');
    for (const [index, source] of [
      { content: 'One.', tags: ['deep "sleep"'] },
      { content: 'Two.', bucketId },
      { content: 'Three.', url: 'https://example.org/3' },
      { url: 'https://example.org/4' },
      { content: 'Five.', kind: 'voice_memo' as const },
    ].entries()) {
      clock.now += index % 2;
      await add(source);
    }
    const titles = async (query: string) => (await list(query)).sources.map(({ title }) => title);
    const all = await titles('');
    expect(all.toSorted()).toEqual(['Five.', 'One.', 'Three.', 'Two.', 'example.org/4']);
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = await list(`?limit=2${after}`);
      expect(page.total).toBe(5);
      paged.push(...page.sources.map(({ title }) => title));
      if (page.cursor === null) break;
      after = `&after=${page.cursor}`;
    }
    expect(paged).toEqual(all);
    expect(await titles(`?bucket=${bucketId}`)).toEqual(['Two.']);
    expect(await titles('?bucket=inbox')).toHaveLength(4);
    expect(await titles('?kind=voice_memo')).toEqual(['Five.']);
    expect((await titles('?whose=own')).toSorted()).toEqual(['Five.', 'One.', 'Two.']);
    expect((await titles('?whose=others')).toSorted()).toEqual(['Three.', 'example.org/4']);
    expect(await titles(`?tag=${encodeURIComponent('deep "sleep"')}`)).toEqual(['One.']);
    expect(await titles('?tag=sleep')).toEqual([]);
    expect(await titles('?state=reading')).toEqual(['example.org/4']);
    expect(await titles('?archived=true')).toEqual([]);
    const inOrder = async (sort: string) => {
      const first = await list(`?sort=${sort}&limit=3`);
      const rest = await list(`?sort=${sort}&limit=3&after=${first.cursor}`);
      expect([first.total, rest.cursor]).toEqual([5, null]);
      return [first, rest].flatMap(({ sources, cited }) => sources.map(({ id, title }) => [title, cited?.[id]]));
    };
    expect((await inOrder('title')).map(([title]) => title)).toEqual([
      'example.org/4',
      'Five.',
      'One.',
      'Three.',
      'Two.',
    ]);
    const [two] = (await list()).sources.filter(({ title }) => title === 'Two.');
    await library.write(async (trx) => {
      const session = { id: 'a-session', person_id: person, mode: 'explore', title: '', status: 'open', last_line: '' };
      const zeros = { head: 1, needs_you: 0, created_at: 0, updated_at: 0, under_way: 0 };
      const cited = { person_id: person, session_id: 'a-session', message_id: 'm', citations: 3, at: 1 };
      const row = { ...cited, source_id: two?.id ?? '' };
      const both = trx as unknown as Transaction<SessionTables & Omit<ExploreTables, 'sessions'>>;
      await both
        .insertInto('sessions')
        .values({ ...session, ...zeros })
        .execute();
      await both.insertInto('explore_citations').values(row).execute();
    });
    const others = all.filter((title) => title !== 'Two.').map((title) => [title, 0]);
    expect(await inOrder('cited')).toEqual([['Two.', 3], ...others]);
    await expect(list('?sort=title&after=nonsense')).rejects.toMatchObject({ kind: 'malformed' });
    await expect(list('?after=nonsense')).rejects.toMatchObject({ kind: 'malformed' });
    await call('POST', '/api/library/sources/change', {
      ids: (await list('?kind=voice_memo')).sources.map(({ id }) => id),
      isArchived: true,
    });
    expect(await titles('?archived=true')).toEqual(['Five.']);
    expect(await titles('')).toHaveLength(4);
  });

  test('the overview counts the existing sources', async () => {
    const world = await start();
    const { add, overview, call } = world;
    const { id: bucketId } = await addBucket(world, 'Sleep');
    const results = await add(
      { content: 'One.', tags: ['a', 'b'], bucketId },
      { content: 'Two.', tags: ['b'] },
      { url: 'https://example.org' },
      { content: 'Gone.', tags: ['c'] },
      { content: 'Archived.', bucketId },
    );
    const ids = results.map(({ source }) => source.id);
    await call('POST', '/api/library/sources/delete', { ids: [ids[3]] });
    await call('POST', '/api/library/sources/change', { ids: [ids[4]], isArchived: true });
    expect(await overview()).toMatchObject({
      buckets: [{ name: 'Sleep', position: 0, sources: 1 }],
      counts: { all: 3, inbox: 2, own: 2, others: 1, archived: 1 },
      tags: [
        { tag: 'b', sources: 2 },
        { tag: 'a', sources: 1 },
      ],
      hasSamples: false,
      reading: 1,
      failed: 0,
    });
  });

  test('deleting a bucket moves its sources to the inbox, and one undo restores both', async () => {
    const world = await start();
    const { add, addOne, overview, list, call, undo } = world;
    const [sleep, food] = [await addBucket(world, 'Sleep'), await addBucket(world, 'Food')];
    await add({ content: 'One.', bucketId: sleep.id }, { content: 'Two.', bucketId: sleep.id });
    const moved = await addOne({ content: 'Three.', bucketId: sleep.id });
    expect(await call('DELETE', `/api/library/buckets/${sleep.id}`)).toEqual({ moved: 3 });
    expect(await call('DELETE', `/api/library/buckets/${sleep.id}`)).toEqual({ moved: 0 });
    expect(await overview()).toMatchObject({ buckets: [{ name: 'Food', position: 0 }], counts: { inbox: 3 } });
    await call('POST', '/api/library/sources/change', { ids: [moved], bucketId: food.id });
    await undo();
    expect(await undo()).toBe('Deleted the bucket “Sleep”');
    expect(await overview()).toMatchObject({
      buckets: [
        { name: 'Sleep', sources: 3 },
        { name: 'Food', sources: 0 },
      ],
    });
    expect((await list(`?bucket=${sleep.id}`)).total).toBe(3);
    await expect(add({ content: 'x', bucketId: 'nowhere' })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('buckets are renamed and reordered, and undo reverts that', async () => {
    const world = await start();
    const { overview, call, undo } = world;
    const [one] = [await addBucket(world, 'One'), await addBucket(world, 'Two'), await addBucket(world, 'Three')];
    const names = async () => (await overview()).buckets.map(({ name }) => name);
    await call('PATCH', `/api/library/buckets/${one.id}`, { position: 2, name: 'First', color: 'red' });
    expect(await names()).toEqual(['Two', 'Three', 'First']);
    await undo();
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    await undo();
    expect(await names()).toEqual(['One', 'Two']);
  });

  test('many sources are changed and deleted with one undo each', async () => {
    const world = await start();
    const { add, call, undo, list } = world;
    const { id: bucketId } = await addBucket(world, 'Sleep');
    const results = await add({ content: 'One.', tags: ['old'] }, { content: 'Two.' }, { content: 'Three.' });
    const ids = results.map(({ source }) => source.id);
    const facts = async () =>
      (await list()).sources.map(({ id, kind, bucketId: bucket, tags, archivedAt }) => ({
        id,
        kind,
        bucket,
        tags,
        archivedAt,
      }));
    const before = await facts();
    const change = { ids, bucketId, kind: 'podcast_note', addTags: ['new'], removeTags: ['OLD'] };
    expect(await call('POST', '/api/library/sources/change', change)).toEqual({ sources: 3 });
    for (const each of await facts())
      expect(each).toMatchObject({ bucket: bucketId, kind: 'podcast_note', tags: ['new'] });
    expect(await undo()).toBe('Changed 3 sources');
    expect(await facts()).toEqual(before);
    await call('POST', '/api/library/sources/delete', { ids: ids.slice(1) });
    expect((await list()).total).toBe(1);
    expect(await undo()).toBe('Deleted 2 sources');
    expect(await facts()).toEqual(before);
    const [one] = ids;
    await expect(call('POST', '/api/library/sources/delete', { ids: [one, 'another'] })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await facts()).toEqual(before);
  });

  test('of two edits of one version the second is rejected, and nothing is lost', async () => {
    const { addOne, change, detail, undo } = await start();
    const id = await addOne({ content: 'First words of a note.' });
    const first = await change(id, { version: 1, content: 'First words of a longer note.' });
    expect(first).toMatchObject({ version: 2, title: 'First words of a longer note.' });
    await expect(change(id, { version: 1, content: 'Other words.' })).rejects.toMatchObject({
      kind: 'refused',
      detail: { reason: 'changed-elsewhere' },
    });
    expect(await change(id, { version: 1, tags: ['a'], kind: 'voice_memo' })).toMatchObject({
      tags: ['a'],
      kind: 'voice_memo',
      content: first.content,
      version: 2,
    });
    // A resend of the same words is not a conflict.
    expect(await change(id, { version: 1, content: first.content })).toMatchObject({ version: 2 });
    await undo();
    await undo();
    expect(await detail(id)).toMatchObject({
      content: 'First words of a note.',
      title: 'First words of a note.',
      kind: 'note',
      tags: [],
      version: 3,
    });
  });

  test('a title set by the person remains when the text changes', async () => {
    const { addOne, change } = await start();
    const id = await addOne({ content: 'Some words.', title: 'My title' });
    expect(await change(id, { version: 1, content: 'Others.' })).toMatchObject({ title: 'My title' });
    expect(await change(id, { version: 2, title: '' })).toMatchObject({ title: 'Others.' });
    await expect(change(id, { version: 3, content: ' ' })).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('an addition can be undone, unless the source has been edited since', async () => {
    const { add, addOne, change, list, undo, call } = await start();
    await add({ content: 'One.' }, { content: 'Two.' });
    expect(await undo()).toBe('Added 2 sources');
    expect((await list()).total).toBe(0);
    const id = await addOne({ content: 'Three.' });
    const { last } = await call<LastAction>('GET', '/api/undo');
    await change(id, { version: 1, content: 'My own words.' });
    await expect(call('POST', '/api/undo', { id: last?.id })).rejects.toMatchObject({
      detail: { reason: 'changed-since' },
    });
    expect((await list()).sources).toMatchObject([{ title: 'My own words.' }]);
  });

  test('an edit cannot be undone if the text has changed since', async () => {
    const { addOne, change, call, undo, detail, library } = await start();
    const id = await addOne({ content: 'One.' });
    await change(id, { version: 1, content: 'Two.' });
    await library.write((trx) => trx.updateTable('sources').set({ content: 'Three.' }).where('id', '=', id).execute());
    await expect(undo()).rejects.toMatchObject({ detail: { reason: 'changed-since' } });
    expect(await detail(id)).toMatchObject({ content: 'Three.' });
    await call('POST', '/api/library/sources/delete', { ids: [id] });
    await expect(change(id, { version: 2, content: 'Four.' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(detail(id)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
