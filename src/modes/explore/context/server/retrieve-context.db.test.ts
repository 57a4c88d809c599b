import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import type { Embedder } from '#embedding/server/embedder.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openContextWorld } from '../../../../../fixtures/explore/context-world.ts';
import { conceptEmbedder } from '../../../../../fixtures/library/concept-embedder.ts';
import { readNewestSources } from './read-sources.ts';
import { MAX_ELSEWHERE } from './retrieve-context.ts';

onDatabase('what explore retrieves', (open) => {
  async function start(embedder: Embedder | null = null) {
    const world = await openContextWorld(await open(), embedder);
    onTestFinished(() => world.close());
    return world;
  }
  type World = Awaited<ReturnType<typeof start>>;
  const told = async (world: World, request: Parameters<World['retrieve']>[0]) =>
    (await world.retrieve(request)).sources.map(({ entry }) => `${entry.id}: ${entry.retrievalMethod}`);

  test('pins come first in the person’s order, then the bucket, newest first, then other matches', async () => {
    const world = await start();
    await world.addBuckets('energy', 'other');
    const source = (id: string, bucket_id: string | null, created_at = 1) => ({
      id,
      passages: [`${id} says something about coal and steam.`],
      columns: { bucket_id, created_at },
    });
    await world.write([
      source('older', 'energy', 1),
      source('newer', 'energy', 2),
      source('inbox', null),
      source('elsewhere', 'other'),
      source('pinned-b', 'other'),
      source('pinned-a', 'energy'),
      { id: 'unrelated', passages: ['A poem on spring.'] },
    ]);
    const request = { message: 'coal', bucketId: 'energy', manualSourceIds: ['pinned-b', 'gone', 'pinned-a'] };
    const found = await told(world, request);
    expect(found.slice(0, 4)).toEqual(['pinned-b: pinned', 'pinned-a: pinned', 'newer: bucket', 'older: bucket']);
    expect(found.slice(4).toSorted()).toEqual(['elsewhere: semantic', 'inbox: semantic']);
    expect(await told(world, { ...request, includeAllBuckets: false })).toHaveLength(4);
    const { sources, bucketName } = await world.retrieve(request);
    expect(bucketName).toBe('energy');
    expect(sources[0]?.entry).toMatchObject({
      matchedBy: 'pin',
      included: true,
      place: 'documents',
      bucketName: 'other',
    });
    expect(sources.find(({ entry }) => entry.id === 'inbox')?.entry).toMatchObject({
      bucketId: null,
      bucketName: null,
      matchedBy: 'words',
      place: 'tail',
    });
  });

  test('both sides of a comparison are in context, even if one matches little of the whole', async () => {
    const world = await start();
    const editors = `${'An editor undid the edit of another editor. '.repeat(60)} Wikipedia stood by.`;
    await world.write([
      { id: 'light', passages: ['Lighthouses.'] },
      ...Array.from({ length: 6 }, (_, index) => ({ id: `wiki-${index}`, passages: [editors] })),
    ]);
    const found = await told(world, { message: 'Compare Wikipedia with lighthouses' });
    expect(found).toEqual(expect.arrayContaining(['light: semantic', 'wiki-0: semantic']));
  });

  test('an archived source is in context only if it is pinned, and never a source of another person', async () => {
    const world = await start();
    await world.addBuckets('energy');
    await world.write([
      { id: 'kept', passages: ['Coal.'], columns: { bucket_id: 'energy', archived_at: 5 } },
      { id: 'pinned', passages: ['Coal too.'], columns: { archived_at: 5 } },
    ]);
    await world.write([{ id: 'theirs', passages: ['Coal of Bob.'] }], 'bob');
    const request = { message: 'coal', bucketId: 'energy', manualSourceIds: ['pinned', 'theirs'] };
    expect(await told(world, request)).toEqual(['pinned: pinned']);
  });

  test('sources are read with the beginnings of their texts, own ones first, from a bucket or from all, without archived ones', async () => {
    const world = await start();
    await world.addBuckets('energy');
    await world.write([
      { id: 'kept', passages: ['Coal fell.'], columns: { bucket_id: 'energy', title: 'Coal' } },
      { id: 'put-away', passages: ['Coal too.'], columns: { bucket_id: 'energy', archived_at: 5 } },
      { id: 'a-page', passages: ['Rents rose.'], columns: { title: 'Rents', kind: 'link', origin: 'web' } },
      { id: 'b-file', passages: ['Light rose.'], columns: { title: 'Light', origin: 'file' } },
    ]);
    await world.write([{ id: 'theirs', passages: ['Coal of Bob.'] }], 'bob');
    const read = (bucketId: string | null, count = 9) =>
      readNewestSources(world.database.read, 'ada', { bucketId, count, characters: 4 });
    expect(await read('energy')).toEqual([{ id: 'kept', title: 'Coal', text: 'Coal', isOwn: true }]);
    expect((await read(null)).map(({ title, text, isOwn }) => [title, text, isOwn])).toEqual([
      ['Coal', 'Coal', true],
      ['Light', 'Ligh', true],
      ['Rents', 'Rent', false],
    ]);
    expect(await read(null, 1)).toHaveLength(1);
  });

  test('excluded sources are listed and not shown to the model', async () => {
    const world = await start();
    await world.write([
      { id: 'in', passages: ['Coal is in.'] },
      { id: 'out', passages: ['Coal is out.'] },
    ]);
    const { sources } = await world.retrieve({ message: 'coal', excludedSourceIds: ['out'] });
    expect(sources.map(({ entry, text }) => [entry.id, entry.included, entry.reason, text])).toEqual([
      ['in', true, undefined, 'Coal is in.'],
      ['out', false, 'You excluded it.', ''],
    ]);
  });

  test('the panel shows which parts the model cannot see because they could not be read', async () => {
    const world = await start();
    const left_out = JSON.stringify(['2 pictures', '9 of 10 pages are pictures and were not read.', '1 formula']);
    await world.write([{ id: 'scans', passages: ['Coal on the cover.'], columns: { left_out } }]);
    const request = { message: 'coal' };
    const [found] = (await world.retrieve(request)).sources;
    const words = '9 of 10 pages are pictures and were not read. Left out: 2 pictures, 1 formula.';
    expect(found?.entry).toMatchObject({ included: true, reason: words });
    const [excluded] = (await world.retrieve({ ...request, excludedSourceIds: ['scans'] })).sources;
    expect(excluded?.entry.reason).toBe('You excluded it.');
  });

  test('with an embedder the threshold decides, but a source with all content words of the message is in context too', async () => {
    const world = await start(conceptEmbedder());
    await world.write([
      { id: 'meant', passages: ['A combustible mineral.'] },
      { id: 'said-far', passages: ['Coal and tea and engines and sleep, brew and motor and slumber.'] },
      { id: 'shares-a-word', passages: ['Tea and sleep, which is said of all.'] },
    ]);
    await world.embed();
    await world.write([{ id: 'not-embedded', passages: ['Coal again.'] }]);
    const { sources, meaning } = await world.retrieve({ message: 'What is said of coal?' });
    expect(sources.map(({ entry }) => [entry.id, entry.matchedBy, entry.similarity])).toEqual([
      ['not-embedded', 'words', undefined],
      ['meant', 'meaning', 1],
      ['said-far', 'words', undefined],
    ]);
    expect(meaning).toEqual({ model: 'Concepts', threshold: 0.4 });
  });

  test('if the embedder fails, the search uses words, says so and logs it; a remote one is not asked while the person types', async () => {
    let asked = 0;
    const failing: Embedder = {
      ...conceptEmbedder(),
      isEmbedded: false,
      embed() {
        asked += 1;
        return Promise.reject(new Error('The embedder is away.'));
      },
    };
    const world = await start(failing);
    await world.write([{ id: 'said', passages: ['Coal.'] }]);
    const typed = await world.retrieve({ message: 'coal', by: 'typed' });
    expect({ asked, notes: typed.notes }).toEqual({ asked: 0, notes: [] });
    const { sources, notes } = await world.retrieve({ message: 'coal' });
    expect(sources.map(({ entry }) => entry.id)).toEqual(['said']);
    expect(notes).toEqual([expect.objectContaining({ message: expect.stringContaining('by words alone') as string })]);
    expect(world.logged.join('\n')).toContain('explore');
  });

  test('if the pins cannot be read, the rest is retrieved, and the panel says so', async () => {
    const world = await start();
    await world.write([{ id: 'said', passages: ['Coal.'] }]);
    const { database } = world.dependencies;
    let reads = 0;
    const read = new Proxy(database.read, {
      get(target, name) {
        if (name === 'selectFrom') {
          reads += 1;
          if (reads === 1) throw new Error('The disk is gone.');
        }
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    Object.assign(world.dependencies, { database: { ...database, read } });
    const { sources, notes } = await world.retrieve({ message: 'coal', manualSourceIds: ['said'] });
    expect(notes[0]?.message).toContain('pinned sources could not be read');
    expect(sources).toEqual([]);
    expect(world.logged).toContain('The pinned sources could not be read');
  });

  test('a conversation continues without its bucket after that is deleted or emptied', async () => {
    const world = await start();
    await world.addBuckets('empty');
    expect(await world.retrieve({ message: 'coal', bucketId: 'empty' })).toMatchObject({ sources: [], notes: [] });
    const { notes, bucketName } = await world.retrieve({ message: 'coal', bucketId: 'deleted' });
    expect(bucketName).toBeNull();
    expect(notes[0]?.message).toBe('The bucket of this session was deleted.');
  });

  test('over the budget the newest sources stay whole, others contribute their best passages, and the rest is listed', async () => {
    const world = await start();
    await world.addBuckets('big');
    const filler = Array.from({ length: 60 }, (_, line) => `Line ${line} is about nothing in particular.`);
    await world.write(
      Array.from({ length: 12 }, (_, each) => ({
        id: `source-${each}`,
        passages: [...filler, each === 3 ? 'Here it speaks of zeppelins at last.' : 'And so it ends.'],
        columns: { bucket_id: 'big', created_at: 100 - each },
      })),
    );
    const room = { contextTokens: 6_000, maxTokens: 500, systemTokens: 300 };
    const request = { message: 'zeppelins', bucketId: 'big', room };
    const { sources, window } = await world.retrieve(request);
    const whole = sources.filter(({ entry }) => entry.place === 'documents').map(({ entry }) => entry.id);
    expect(whole.length).toBeGreaterThan(1);
    expect(whole).toEqual(whole.toSorted((one, other) => Number(one.slice(7)) - Number(other.slice(7))));
    expect(whole[0]).toBe('source-0');
    const third = sources.find(({ entry }) => entry.id === 'source-3');
    expect(third?.entry.included).toBe(true);
    expect(sources.some(({ entry }) => !entry.included && /window/.test(entry.reason ?? ''))).toBe(true);
    expect(sources).toHaveLength(12);
    expect(window.bucket).toBeLessThan(6_000);
    const other = await world.retrieve({
      ...request,
      message: 'anything',
      history: [{ author: 'person', content: 'x'.repeat(9_000) }],
    });
    expect(other.sources.filter(({ entry }) => entry.place === 'documents').map(({ entry }) => entry.id)).toEqual(
      whole,
    );
  });

  test('pins that do not fit whole are in context by parts, archived or not, regardless of other matches', async () => {
    const world = await start();
    await world.addBuckets('big');
    const filler = Array.from({ length: 60 }, (_, line) => `Line ${line} is about nothing in particular.`);
    const large = (id: string, last: string, columns: object) => ({ id, passages: [...filler, last], columns });
    await world.write([
      ...Array.from({ length: 25 }, (_, each) =>
        large(`bucket-${each}`, 'Zeppelins, zeppelins and more zeppelins.', {
          bucket_id: 'big',
          created_at: 100 - each,
        }),
      ),
      large('matching', 'A word on zeppelins.', {}),
      large('archived', 'Another word on zeppelins.', { archived_at: 5 }),
      large('silent', 'And so it ends.', {}),
    ]);
    const { sources } = await world.retrieve({
      message: 'zeppelins',
      bucketId: 'big',
      manualSourceIds: ['matching', 'archived', 'silent', 'matching'],
      room: { contextTokens: 4_000, maxTokens: 500, systemTokens: 300 },
    });
    const pins = sources.filter(({ entry }) => entry.retrievalMethod === 'pinned');
    expect(pins.map(({ entry }) => [entry.id, entry.included])).toEqual([
      ['matching', true],
      ['archived', true],
      ['silent', true],
    ]);
    for (const { entry, text } of pins.filter(({ entry: { place } }) => place === 'tail'))
      expect(text).toContain(entry.id === 'silent' ? 'Line 0' : 'zeppelins');
  });

  test('no source is in context twice, and none of pins or bucket is among the ten, for any library', async () => {
    const world = await start();
    const buckets = ['a', 'b', 'c'];
    await world.addBuckets(...buckets);
    const words = ['coal', 'steam', 'tea', 'sleep', 'bridge'];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          library: fc.array(
            fc.record({
              bucket: fc.constantFrom(null, ...buckets),
              words: fc.subarray(words, { minLength: 1 }),
              isArchived: fc.boolean(),
            }),
            { minLength: 1, maxLength: 25 },
          ),
          pinned: fc.array(fc.nat(24), { maxLength: 6 }),
          excluded: fc.array(fc.nat(24), { maxLength: 3 }),
          bucketId: fc.constantFrom(null, ...buckets),
          word: fc.constantFrom(...words),
        }),
        async ({ library, pinned, excluded, bucketId, word }) => {
          run += 1;
          const idOf = (place: number) => `run-${run}-${place}`;
          await world.database.write((trx) => trx.deleteFrom('sources').execute());
          await world.write(
            library.map((source, place) => ({
              id: idOf(place),
              passages: [`Number ${place} on ${source.words.join(' and ')}.`],
              columns: { bucket_id: source.bucket, ...(source.isArchived && { archived_at: 1 }) },
            })),
          );
          const manualSourceIds = [...new Set(pinned.map(idOf))];
          const excludedSourceIds = [...new Set(excluded.map(idOf))];
          const { sources } = await world.retrieve({ message: word, bucketId, manualSourceIds, excludedSourceIds });
          const ids = sources.map(({ entry }) => entry.id);
          expect(new Set(ids).size).toBe(ids.length);
          const elsewhere = sources.filter(({ entry }) => entry.included && entry.retrievalMethod === 'semantic');
          expect(elsewhere.length).toBeLessThanOrEqual(MAX_ELSEWHERE);
          for (const { entry } of elsewhere) {
            expect(manualSourceIds).not.toContain(entry.id);
            expect(bucketId !== null && entry.bucketId === bucketId).toBe(false);
          }
          for (const { entry } of sources) if (excludedSourceIds.includes(entry.id)) expect(entry.included).toBe(false);
        },
      ),
      { numRuns: 25 },
    );
  });
});
