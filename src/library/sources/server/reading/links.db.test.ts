import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';

onDatabase('[[links]]', (open) => {
  const start = async () => openLibraryWorld(await open());

  test('lead to a title or to the end of an import path, in any form and case', async () => {
    const { add, addOne, detail, library } = await start();
    const results = await add(
      { title: 'Jevons Paradox', content: 'About coal.' },
      { title: 'Über Maß', content: 'Auf Deutsch.' },
      { title: 'Something else', content: 'Imported.' },
      { title: 'Plan', content: 'In one folder.' },
      { title: 'Plan', content: 'In another folder.' },
    );
    const [jevons, german, imported, one, other] = results.map(({ source }) => source.id);
    const paths = {
      [imported ?? '']: 'obsidian:Notes/Deep/Sleep.md',
      [one ?? '']: 'x:2025/Plan.md',
      [other ?? '']: 'x:2026/Plan.md',
    };
    for (const [id, import_key] of Object.entries(paths))
      await library.write((trx) => trx.updateTable('sources').set({ import_key }).where('id', '=', id).execute());
    const content = `[[jevons paradox]], [[Notes/Jevons Paradox#Coal|the paradox]], ![[ÜBER MAẞ]], [[Über  Maß^block]],
      [[deep/sleep]], [[Sleep.md]], [[2025/Plan]], [[2026/plan|now]], [[nowhere]], [[ ]], [[a
      b]]`;
    const id = await addOne({ title: 'Links', content });
    expect((await detail(id)).links).toEqual([
      { text: 'jevons paradox', sourceId: jevons },
      { text: 'Notes/Jevons Paradox#Coal', sourceId: jevons },
      { text: 'ÜBER MAẞ', sourceId: german },
      { text: 'Über  Maß^block', sourceId: german },
      { text: 'deep/sleep', sourceId: imported },
      { text: 'Sleep.md', sourceId: imported },
      { text: '2025/Plan', sourceId: one },
      { text: '2026/plan', sourceId: other },
      { text: 'nowhere', sourceId: null },
      { text: '', sourceId: null },
    ]);
    for (const linked of [jevons, german, imported])
      expect((await detail(linked ?? '')).backlinks).toEqual([
        { sourceId: id, title: 'Links', preview: expect.stringContaining('the paradox') as string },
      ]);
  });

  test('with a path start at the folder of the file, and do not lead to another import', async () => {
    const { add, detail, library } = await start();
    const titles = ['Ore', 'Smelting', 'Ore', 'Index'];
    const contents = [
      'In the import.',
      'Below.',
      'In another.',
      '[o](../Ore%200a1b.md#x) | [s](./Smelting.md), [n](No.md)',
    ];
    const results = await add(
      ...titles.map((title, at) => ({ title, content: `${contents[at]} ${at}`, isWanted: true })),
    );
    const [ore, smelting, other, index] = results.map(({ source }) => source.id);
    const paths = ['Vault/Ore 0a1b.md', 'Vault/Iron/Smelting.md', 'Other/No.md', 'Vault/Iron/Index.md'];
    for (const [at, id] of [ore, smelting, other, index].entries())
      await library.write((trx) =>
        trx
          .updateTable('sources')
          .set({ import_key: paths[at] ?? '' })
          .where('id', '=', id ?? '')
          .execute(),
      );
    expect((await detail(index ?? '')).links).toEqual([
      { text: '../Ore 0a1b.md', sourceId: ore },
      { text: './Smelting.md', sourceId: smelting },
      { text: 'No.md', sourceId: null },
    ]);
    expect((await detail(smelting ?? '')).backlinks).toMatchObject([{ sourceId: index }]);
  });

  test('are not backlinks of files that only have the same name', async () => {
    const { add, detail, library } = await start();
    const files = [
      ['Pack/oven/README.md', 'Ovens: [more](./docs/README.md), [all](../README.md).'],
      ['Pack/README.md', 'All of it: [oven](oven/README.md).'],
      ['Mine/README.md', 'My own notes.'],
      [null, 'Clipped: [docs](docs/README.md), [it](README.md), [one](Mine/README.md).'],
      ['Mine/Loaf.md', 'A [list](../../CHANGES.md) of loaves.'],
    ] as const;
    const added = await add(
      ...files.map(([path, content], at) => ({ title: path ? (path.split('/').at(-1) ?? '') : `Clip ${at}`, content })),
    );
    const ids = added.map(({ source }) => source.id);
    for (const [at, [path]] of files.entries())
      await library.write((trx) =>
        trx
          .updateTable('sources')
          .set({ import_key: path })
          .where('id', '=', ids[at] ?? '')
          .execute(),
      );
    const [oven, all, mine, clip] = ids;
    const leads = async (id = '') => (await detail(id)).links.map(({ sourceId }) => sourceId);
    const from = async (id = '') => (await detail(id)).backlinks.map(({ sourceId }) => sourceId);
    expect([await leads(oven), await leads(all), await leads(clip)]).toEqual([[null, all], [oven], [null, null, mine]]);
    expect([await from(oven), await from(all), await from(mine)]).toEqual([[all], [oven], [clip]]);
  });

  test('follow edits, deletions and undo', async () => {
    const { addOne, change, detail, call, undo } = await start();
    const target = await addOne({ title: 'Target', content: 'Here.' });
    const from = await addOne({ title: 'From', content: 'See [[Target]].' });
    const backlinks = async () => (await detail(target)).backlinks.map(({ title }) => title);
    expect(await backlinks()).toEqual(['From']);
    await change(from, { version: 1, content: 'Nothing.' });
    expect(await backlinks()).toEqual([]);
    await undo();
    expect(await backlinks()).toEqual(['From']);
    await call('POST', '/api/library/sources/delete', { ids: [from] });
    expect(await backlinks()).toEqual([]);
    await undo();
    await change(target, { version: 1, title: 'Renamed' });
    expect(await backlinks()).toEqual([]);
    expect((await detail(from)).links).toEqual([{ text: 'Target', sourceId: null }]);
  });

  test('never lead to another person’s source', async () => {
    const { addOne, detail, as, world } = await start();
    await as(await world.addPerson()).add({ title: 'Private', content: 'Theirs, about [[Mine]].' });
    const id = await addOne({ title: 'Mine', content: 'See [[Private]].' });
    expect(await detail(id)).toMatchObject({ links: [{ text: 'Private', sourceId: null }], backlinks: [] });
  });
});
