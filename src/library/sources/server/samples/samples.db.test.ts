import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';

onDatabase('samples', (open) => {
  const start = async () => openLibraryWorld(await open());

  test('are a few sources of several kinds in two buckets, linked to each other', async () => {
    const { call, list, overview, detail } = await start();
    await call('POST', '/api/library/samples');
    await call('POST', '/api/library/samples');
    const { buckets, hasSamples } = await overview();
    expect(hasSamples).toBe(true);
    expect(buckets.map(({ isSample, sources }) => [isSample, sources])).toEqual([
      [true, 4],
      [true, 3],
    ]);
    const { sources } = await list();
    expect(new Set(sources.map(({ kind }) => kind)).size).toBeGreaterThan(3);
    expect(sources.every(({ origin, isSample, state }) => origin === 'sample' && isSample && state === 'read')).toBe(
      true,
    );
    const details = await Promise.all(sources.map(({ id }) => detail(id)));
    const links = details.flatMap((each) => each.links);
    expect(links.length).toBeGreaterThan(2);
    for (const { text, sourceId } of links) expect(sourceId, text).not.toBeNull();
    expect(details.flatMap(({ backlinks }) => backlinks)).toHaveLength(links.length);
  });

  test('are removed in one step that can be undone, and the person’s own sources remain', async () => {
    const { call, add, list, overview, undo } = await start();
    await call('POST', '/api/library/samples');
    const bucketId = (await overview()).buckets[0]?.id ?? '';
    await add({ content: 'Mine.', bucketId });
    // Indexing proceeds meanwhile.
    const shown = async () => [{ ...(await overview()), meaning: null }, await list()];
    const before = await shown();
    await call('DELETE', '/api/library/samples');
    await call('DELETE', '/api/library/samples');
    expect(await overview()).toMatchObject({ buckets: [], hasSamples: false, counts: { all: 1, inbox: 1 } });
    expect(await undo()).toBe('Removed the samples');
    expect(await shown()).toEqual(before);
    expect(await undo()).toBe('Added the source “Mine.”');
    expect(await undo()).toBe('Added the samples');
    expect(await list()).toMatchObject({ total: 0 });
    expect(await overview()).toMatchObject({ buckets: [], hasSamples: false });
  });

  test('undo of their addition keeps an edited sample', async () => {
    const { call, change, list, undo } = await start();
    await call('POST', '/api/library/samples');
    const [first] = (await list()).sources;
    await change(first?.id ?? '', { version: 1, content: 'My own words.' });
    await undo();
    await undo();
    expect((await list()).total).toBe(0);
  });
});
