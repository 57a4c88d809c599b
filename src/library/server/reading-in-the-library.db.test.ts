import { expect, test } from 'vitest';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../fixtures/library/library-world.ts';
import { plainReader } from '../../../fixtures/library/plain-reader.ts';
import { until } from '../../../fixtures/spine/world.ts';
import type { FetchLink } from '../ingestion/server/fetch-link.ts';

/** Answers each fetch when the test releases it. */
function heldLinks() {
  const asked: { url: string; signal: AbortSignal; answer: (text: string) => void }[] = [];
  const fetchLink: FetchLink = (url, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      const answer = (text: string) =>
        resolve({ bytes: new TextEncoder().encode(text), mediaType: 'text/plain', name: '', url });
      asked.push({ url, signal, answer });
    });
  return { asked, fetchLink };
}

onDatabase('links in the library', (open) => {
  async function start() {
    const links = heldLinks();
    const world = await openLibraryWorld(await open(), { fetchLink: links.fetchLink, reader: plainReader() });
    const id = await world.addOne({ url: 'https://example.org/bees' });
    await until(() => links.asked.length === 1, 'the link is fetched');
    const become = (state: string) =>
      until(async () => (await world.detail(id)).state === state, `the source is ${state}`);
    return { ...world, ...links, id, become };
  }

  test('a link that is added is read, split into passages and found in the list', async () => {
    const { detail, list, asked, id, become } = await start();
    expect((await detail(id)).progress).toEqual({ words: 'beginning', done: null });
    expect((await list('?state=reading')).total).toBe(1);
    asked[0]?.answer('# Bees\n\nBees see ultraviolet light.');
    await become('read');
    const source = await detail(id);
    expect(source).toMatchObject({ title: 'Bees', words: 5, progress: null, version: 2 });
    expect(source.passages).toHaveLength(1);
    expect((await list('?state=reading')).total).toBe(0);
  });

  test('a text that the person writes while the link is fetched remains, and the fetch ends', async () => {
    const { change, detail, asked, id } = await start();
    await change(id, { version: 1, content: 'My own words' });
    await until(() => asked[0]?.signal.aborted === true, 'the fetch is ended');
    expect(await detail(id)).toMatchObject({ state: 'read', content: 'My own words' });
  });

  test('a title that the person writes while the link is fetched remains', async () => {
    const { change, detail, asked, id, become } = await start();
    await change(id, { version: 1, title: 'Mine' });
    asked[0]?.answer('# Bees\n\nwords');
    await become('read');
    expect(await detail(id)).toMatchObject({ title: 'Mine', content: '# Bees\n\nwords' });
  });
});
