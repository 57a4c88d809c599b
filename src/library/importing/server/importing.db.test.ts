import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { newId } from '../../../../fixtures/spine/world.ts';
import type { ImportBatch, ImportResults, KnownFiles } from '../protocol.ts';

type Files = readonly (readonly [path: string, text: string])[];

eachEngine('importing text files', (open) => {
  async function start() {
    const opened = await open();
    const writes = { count: 0 };
    const world = await openLibraryWorld({
      ...opened,
      write(work) {
        writes.count += 1;
        return opened.write(work);
      },
    });
    const { call, list, detail, overview } = world;
    const importAs =
      (caller: typeof call) =>
      async (files: Files, given: Partial<ImportBatch> = {}): Promise<string[]> => {
        const { results } = await caller<ImportResults>('POST', '/api/library/import', {
          run: newId(),
          name: 'Vault',
          files: files.map(([path, text]) => ({ path, text, modifiedAt: 1_000 })),
          ...given,
        });
        expect(results.map(({ path }) => path)).toEqual(files.map(([path]) => path));
        return results.map(({ outcome }) => outcome);
      };
    const sources = async () => (await list('?limit=200')).sources;
    const sourceOf = async (title: string) =>
      detail((await sources()).find((source) => source.title === title)?.id ?? '');
    const bucketNames = async () => (await overview()).buckets.map(({ name }) => name);
    return { ...world, writes, importAs, send: importAs(call), sources, sourceOf, bucketNames };
  }

  test('a transaction writes few files, so that other writers get their turn', async () => {
    const { send, sources, writes } = await start();
    const small = Array.from({ length: 40 }, (_, index) => [`${index}.md`, `Note ${index}.`] as const);
    writes.count = 0;
    await send(small);
    expect(writes.count).toBe(4);
    await send(small.map(([path]) => [path, `${path} ${'has more words '.repeat(1_000)}`]));
    expect(writes.count).toBe(4 + 20);
    expect(await sources()).toHaveLength(40);
  });

  test('top-level folders become buckets, and files at the top go to the inbox', async () => {
    const { send, sources, sourceOf, bucketNames } = await start();
    const outcomes = await send([
      ['Deep work/a.md', '---\ntags: [focus]\ncreated: 2024-01-05\n---\nShallow [[b]] work.'],
      ['deep WORK/more/b.md', 'Deep work. #focus'],
      ['c.txt', 'Text at the top.'],
    ]);
    expect(outcomes).toEqual(['added', 'added', 'added']);
    expect(await bucketNames()).toEqual(['Deep work']);
    const listed = await sources();
    expect(new Map(listed.map(({ title, bucketId }) => [title, bucketId !== null]))).toEqual(
      new Map([
        ['a', true],
        ['b', true],
        ['c', false],
      ]),
    );
    expect(await sourceOf('a')).toMatchObject({
      kind: 'note',
      origin: 'file',
      tags: ['focus'],
      createdAt: Date.UTC(2024, 0, 5),
      content: 'Shallow [[b]] work.',
      links: [{ text: 'b', sourceId: (await sourceOf('b')).id }],
      version: 1,
    });
    expect((await sourceOf('c')).createdAt).toBe(1_000);
  });

  test('a link finds a note by its alias', async () => {
    const { send, sourceOf } = await start();
    await send([
      ['a.md', 'See [[The Rebound Effect#today|it]].'],
      ['Jevons.md', '---\naliases: [rebound, the rebound effect]\n---\nCheaper coal.'],
    ]);
    const jevons = await sourceOf('Jevons');
    expect((await sourceOf('a')).links).toMatchObject([{ sourceId: jevons.id }]);
    expect(jevons.backlinks).toMatchObject([{ title: 'a' }]);
    await send([['Jevons.md', 'Cheaper coal.']]);
    expect((await sourceOf('a')).links).toMatchObject([{ sourceId: null }]);
  });

  test('if several notes share a name, a link finds the one in the nearest folder', async () => {
    const { send, sources, detail } = await start();
    await send([
      ['Vault/Home/from.md', 'See [[Index]].'],
      ['Vault/Home/Index.md', 'Of the home.'],
      ['Vault/Work/from.md', 'See [[Index]] and [[Home/Index]].'],
      ['Vault/Work/Index.md', 'Of the work.'],
      ['Vault/Zoo/Index.md', 'Of the zoo.'],
    ]);
    const details = await Promise.all((await sources()).map(({ id }) => detail(id)));
    const led = (from: string) =>
      details
        .find(({ content }) => content === from)
        ?.links.map(({ sourceId }) => details.find(({ id }) => id === sourceId)?.content);
    expect(led('See [[Index]].')).toEqual(['Of the home.']);
    expect(led('See [[Index]] and [[Home/Index]].')).toEqual(['Of the work.', 'Of the home.']);
  });

  test('one bucket, or the inbox, can be named for all files', async () => {
    const { send, sources, bucketNames } = await start();
    await send([['Folder/a.md', 'One']], { bucket: 'Everything' });
    await send([['Folder/b.md', 'Two']], { bucket: 'EVERYTHING' });
    await send([['Folder/c.md', 'Three']], { bucket: null });
    expect(await bucketNames()).toEqual(['Everything']);
    expect((await sources()).map(({ bucketId }) => bucketId === null)).toEqual([true, false, false]);
  });

  test('a second import updates changed files and adds new ones', async () => {
    const { send, sources, sourceOf, call } = await start();
    await send([
      ['a.md', 'First words.'],
      ['b.md', 'Others.'],
    ]);
    const before = await sourceOf('a');
    await call('POST', '/api/library/sources/change', { ids: [before.id], addTags: ['mine'] });
    const again: Files = [
      ['a.md', '---\ntags: theirs\n---\nFirst words.\n\nNew words.'],
      ['b.md', 'Others.'],
      ['d.md', 'Another.'],
    ];
    expect(await send(again)).toEqual(['updated', 'unchanged', 'added']);
    expect(await send(again)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await sources()).toHaveLength(3);
    expect(await sourceOf('a')).toMatchObject({
      id: before.id,
      content: 'First words.\n\nNew words.',
      tags: ['mine', 'theirs'],
      version: 2,
    });
  });

  test('a source that the person has edited remains, and the answer reports it once', async () => {
    const { send, sourceOf, call } = await start();
    await send([['a.md', 'First words.']]);
    const { id, version } = await sourceOf('a');
    await call('PATCH', `/api/library/sources/${id}`, { version, content: 'My words.' });
    expect(await send([['a.md', 'First words.']])).toEqual(['unchanged']);
    expect(await send([['a.md', 'Changed words.']])).toEqual(['kept']);
    expect(await send([['a.md', 'Changed words.']])).toEqual(['unchanged']);
    expect(await sourceOf('a')).toMatchObject({ content: 'My words.' });
  });

  test('a moved file, and one whose text was captured before, is matched to the existing source', async () => {
    const { send, sources, call } = await start();
    await call('POST', '/api/library/sources', { sources: [{ title: 'a', content: 'Captured   words.' }] });
    expect(await send([['a.md', 'Captured words.']])).toEqual(['unchanged']);
    expect(await send([['Moved/a.md', 'Captured words.']])).toEqual(['unchanged']);
    expect(await send([['Moved/a.md', 'Changed words.']])).toEqual(['updated']);
    expect(await sources()).toMatchObject([{ title: 'a', preview: 'Changed words.' }]);
    // Notes with the same text and other names are separate, such as empty pages of a diary.
    expect(await send([['b.md', 'Changed words.']])).toEqual(['added']);
  });

  test('a run is undone as one action, and sources edited since remain', async () => {
    const { send, sources, sourceOf, call, undo, bucketNames } = await start();
    await send([['a.md', 'First words.']]);
    const run = newId();
    await send([['a.md', 'Changed words.']], { run });
    await send(
      Array.from({ length: 60 }, (_, index) => [`Many/${index}.md`, `Note ${index}`] as const),
      { run },
    );
    await send([['Many/edited.md', 'Mine']], { run });
    const { id, version } = await sourceOf('edited');
    await call('PATCH', `/api/library/sources/${id}`, { version, content: 'Mine, edited' });
    expect(await sources()).toHaveLength(62);

    await undo();
    expect(await undo()).toBe('Imported “Vault”');
    expect((await sources()).map(({ preview }) => preview).toSorted()).toEqual(['First words.']);
    expect(await bucketNames()).toEqual([]);
    // A source whose import was undone can be imported again.
    expect(await send([['Many/1.md', 'Note 1']])).toEqual(['added']);
    expect(await send([['a.md', 'Changed words.']])).toEqual(['updated']);
  });

  test('files that are in the library unchanged need not be sent', async () => {
    const { send, call, callAs, world } = await start();
    await send([['a.md', '\u{feff}Wörter']]);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const files = [
      { path: 'a.md', hash: hash('\u{feff}Wörter') },
      { path: 'b.md', hash: hash('Wörter') },
    ];
    const known = (caller: typeof call, name: string) =>
      caller<KnownFiles>('POST', '/api/library/import/known', { name, files });
    expect(await known(call, 'Vault')).toEqual({ known: ['a.md'] });
    expect(await known(call, 'Other')).toEqual({ known: [] });
    expect(await known(callAs(await world.addPerson()), 'Vault')).toEqual({ known: [] });
  });

  test('an empty or binary file is rejected, and the others are added', async () => {
    const { send, sources } = await start();
    expect(
      await send([
        ['a.md', ' \u200b\n'],
        ['b.md', '---\ntags: a\n---\n'],
        ['d.txt', '{\\rtf1 Glass}'],
        ['c.md', 'Words\u0000 \ud800'],
      ]),
    ).toEqual(['refused', 'refused', 'refused', 'added']);
    expect(await sources()).toMatchObject([{ title: 'c', preview: 'Words \ufffd' }]);
  });

  test('two people can import the same folder independently', async () => {
    const { send, importAs, callAs, sources, sourceOf, world } = await start();
    const run = newId();
    await send([['Mine/a.md', 'My words.']], { run });
    expect(await importAs(callAs(await world.addPerson()))([['Mine/a.md', 'Their words.']], { run })).toEqual([
      'added',
    ]);
    expect(await sources()).toHaveLength(1);
    expect(await sourceOf('a')).toMatchObject({ content: 'My words.' });
  });
});
