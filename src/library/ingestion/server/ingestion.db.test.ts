import path from 'node:path';

import { sql } from 'kysely';
import { afterEach, expect, onTestFinished, test } from 'vitest';

import { openSqlite } from '#platform/database/engines/sqlite.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { countingServer } from '../../../../fixtures/fetching/counting-server.ts';
import { ingestionWorld } from '../../../../fixtures/library/ingestion-world.ts';
import { plainReader } from '../../../../fixtures/library/plain-reader.ts';
import { until } from '../../../../fixtures/spine/world.ts';
import type { IngestionDependencies } from './ingestion.ts';
import { type DocumentReader, UnreadableDocument } from './read-document.ts';

onDatabase('reading sources', (open) => {
  const toClose: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of toClose.splice(0).toReversed()) await close();
  });

  async function start(given: Partial<IngestionDependencies> = {}) {
    const world = await ingestionWorld(await open());
    const begin = (more: Partial<IngestionDependencies> = given) => {
      const begun = world.begin(more);
      toClose.push(() => begun.ingestion.close());
      return begun;
    };
    const isState = (id: string, state: string) => async () => (await world.source(id)).state === state;
    const become = (id: string, state: string) => until(isState(id, state), `the source is ${state}`);
    return { ...world, ...begin(), begin, become };
  }

  async function serve(listener: Parameters<typeof countingServer>[0]) {
    const server = await countingServer(listener);
    toClose.push(server.close);
    return { ...server, url: (path = '/') => `http://127.0.0.1:${String(server.port)}${path}` };
  }
  const page = (text: string) =>
    serve((_request, response) => void response.setHeader('content-type', 'text/plain').end(text));
  /** Sends only the beginning of a page, until `finish`. */
  async function slowPage() {
    const finishers: (() => void)[] = [];
    let closed = 0;
    const server = await serve((_request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.write('# A page\n');
      finishers.push(() => response.end('words'));
      response.on('close', () => (closed += 1));
    });
    return {
      ...server,
      asked: () => finishers.length,
      closed: () => closed,
      finish: () => finishers.forEach((end) => end()),
    };
  }

  /** Sets up an ingestion that is fetching a link. */
  async function fetching(given: Partial<IngestionDependencies> = {}) {
    const slow = await slowPage();
    const world = await start(given);
    const id = await world.addSource({ url: slow.url() });
    world.ingestion.wake();
    await until(() => slow.asked() === 1, 'it is fetched');
    return { ...world, slow, id };
  }

  test('a link is fetched, read and written, and the pages are notified', async () => {
    const { url } = await page('# A title\n\nand words');
    const { addSource, source, ingestion, become, told } = await start({
      reader: plainReader(async () => ({
        author: 'Ada\n Lovelace',
        site: 'Example',
        language: 'en',
        createdAt: 12.5,
        tags: ['b', ' c '],
        leftOut: ['1 formula'],
      })),
    });
    const id = await addSource({ url: url(), tags: '["a","b"]' });
    ingestion.wake();
    await become(id, 'read');
    expect(await source(id)).toMatchObject({
      kind: 'link',
      title: 'A title',
      content: '# A title\n\nand words',
      author: 'Ada Lovelace',
      site: 'Example',
      language: 'en',
      created_at: 13,
      tags: '["a","b","c"]',
      problem: null,
      left_out: '["1 formula"]',
      version: 2,
    });
    await until(() => told.includes(id), 'the pages are told');
    expect(ingestion.progressOf(id)).toBeNull();
  });

  test('a title and date given by the person remain, and the end of all waiting sources is reported once', async () => {
    const { url } = await page('# A title');
    const ends: object[] = [];
    const { addSource, source, ingestion, become, person } = await start({
      reader: plainReader(async ({ bytes }) => {
        if (new TextDecoder().decode(bytes) === 'unreadable')
          throw new UnreadableDocument('No text.', { remedy: 'Paste.' });
        return { createdAt: 9 };
      }),
      now: () => 5,
      onAllRead: (who, read) => void ends.push({ who, ...read }),
    });
    const id = await addSource({ url: url(), title: 'Mine', created_at: 1_000 });
    const file = await addSource({}, 'a file');
    const broken = await addSource({}, 'unreadable');
    ingestion.wake();
    await become(id, 'read');
    await become(file, 'read');
    await become(broken, 'failed');
    await until(() => ends.length > 0, 'the end of all that waited is reported');
    expect(ends).toEqual([{ who: person, sources: 3, failed: 1, tookMs: 0 }]);
    expect(await source(id)).toMatchObject({ title: 'Mine', created_at: 1_000 });
  });

  test('a file is read from its stored bytes, not from its address', async () => {
    const server = await page('from the address');
    const { addSource, source, ingestion, become } = await start();
    const id = await addSource({ url: server.url() }, 'from the file');
    ingestion.wake();
    await become(id, 'read');
    expect((await source(id)).content).toBe('from the file');
    expect(server.connections()).toBe(0);
  });

  test('a document’s own title replaces its file name, unless the person named it', async () => {
    const { addSource, source, ingestion, become } = await start();
    const file = '# The Coal Question\n\nwords';
    const [plain, named] = [await addSource({ title: 'a' }, file), await addSource({ title: 'Jevons' }, file)];
    ingestion.wake();
    for (const id of [plain, named]) await become(id, 'read');
    expect([(await source(plain)).title, (await source(named)).title]).toEqual(['The Coal Question', 'Jevons']);
  });

  test('the bytes of a fetched PDF are stored, and it becomes a clip', async () => {
    const { url } = await serve(
      (_request, response) => void response.setHeader('content-type', 'application/octet-stream').end('%PDF-1.7 words'),
    );
    const { addSource, source, file, ingestion, become, readAgain } = await start();
    const id = await addSource({ url: url('/papers/a%20paper.pdf') });
    ingestion.wake();
    await become(id, 'read');
    expect((await source(id)).kind).toBe('article_clip');
    const kept = await file(id);
    expect(kept).toMatchObject({ name: 'a paper.pdf', media_type: 'application/pdf', size: 14 });
    expect(Buffer.from(kept?.bytes ?? []).toString()).toBe('%PDF-1.7 words');
    await readAgain(id);
    await until(
      async () => (await source(id)).state === 'read' && ingestion.progressOf(id) === null,
      'it is read again',
    );
    expect(await file(id)).toEqual(kept);
  });

  test('an unreadable source has a reason, keeps what was given, and can be read again', async () => {
    let status = 404;
    const { url } = await serve(
      (_request, response) => void response.writeHead(status, { 'content-type': 'text/plain' }).end('words'),
    );
    const { addSource, source, ingestion, become, readAgain } = await start();
    const id = await addSource({ url: url(), title: 'Mine', tags: '["kept"]' });
    ingestion.wake();
    await become(id, 'failed');
    const failed = await source(id);
    expect(failed).toMatchObject({ title: 'Mine', url: url(), tags: '["kept"]', content: '' });
    expect(JSON.parse(failed.problem ?? '')).toEqual({
      message: '127.0.0.1 has no page at this address (404).',
      remedy: 'Check the address.',
    });
    status = 200;
    await readAgain(id);
    await become(id, 'read');
    expect(await source(id)).toMatchObject({ content: 'words', problem: null });
  });

  test('a transient failure is retried, and final after the last attempt', async () => {
    let asked = 0;
    const server = await serve((request, response) => {
      asked += 1;
      response
        .writeHead(request.url === '/passes' && asked === 3 ? 200 : 503, { 'content-type': 'text/plain' })
        .end('words');
    });
    const { addSource, source, ingestion, become } = await start();
    const passes = await addSource({ url: server.url('/passes') });
    ingestion.wake();
    await become(passes, 'read');
    expect(asked).toBe(3);
    const fails = await addSource({ url: server.url('/fails') });
    ingestion.wake();
    await become(fails, 'failed');
    expect(asked).toBe(6);
    expect((await source(fails)).problem).toContain('503');
  });

  test('while one source waits for its next attempt, others are read, and a request ends the wait', async () => {
    let status = 503;
    const server = await serve((request, response) => {
      response.writeHead(request.url === '/fails' ? status : 200, { 'content-type': 'text/plain' }).end('words');
    });
    const { addSource, ingestion, become, cancel, readAgain } = await start({ retryDelays: [1_000_000] });
    const older = await addSource({ url: server.url('/older') });
    const fails = await addSource({ url: server.url('/fails') });
    ingestion.wake();
    await become(older, 'read');
    await until(() => ingestion.progressOf(fails)?.words === 'trying again in 1000 s', 'it says that it pauses');
    status = 200;
    await cancel(fails);
    await readAgain(fails);
    await become(fails, 'read');
  });

  test('a crash of a reader fails the source with a message and is logged', async () => {
    const bug = new TypeError('a bug');
    const { addSource, source, ingestion, become, errors } = await start({
      reader: plainReader(() => Promise.reject(bug)),
    });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await become(id, 'failed');
    expect(JSON.parse((await source(id)).problem ?? '')).toMatchObject({ message: 'This could not be read.' });
    expect(errors).toEqual([bug]);
  });

  test('a source with neither address nor file fails with a message', async () => {
    const { addSource, ingestion, become, readAgain } = await start();
    const id = await addSource({});
    ingestion.wake();
    await become(id, 'failed');
    await expect(readAgain(id)).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'nothing-to-read' } });
  });

  test('progress shows how much is fetched and what is read', async () => {
    const slow = await slowPage();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { addSource, ingestion, become, told } = await start({ reader: plainReader(() => held) });
    const id = await addSource({ url: slow.url() });
    expect(ingestion.progressOf(id)).toBeNull();
    ingestion.wake();
    await until(() => ingestion.progressOf(id)?.words === '0.0 MB', 'it is fetched');
    await until(() => told.includes(id), 'the pages are told');
    slow.finish();
    await until(() => ingestion.progressOf(id)?.words === 'page 1 of 1', 'it is read');
    letGo();
    await become(id, 'read');
    await until(() => ingestion.progressOf(id) === null, 'nothing is under way');
  });

  test('a cancelled source is stopped, its connection is closed, and it can be read again', async () => {
    const { slow, id, source, become, cancel, readAgain } = await fetching();
    await cancel(id);
    await until(() => slow.closed() === 1, 'the connection is closed');
    expect((await source(id)).state).toBe('stopped');
    await readAgain(id);
    await until(() => slow.asked() === 2, 'it is fetched again');
    slow.finish();
    await become(id, 'read');
    await cancel(id);
    expect((await source(id)).state).toBe('read');
  });

  test('cancelling a second reading keeps the text of the first', async () => {
    const slow = await slowPage();
    const { addSource, source, readAgain, cancel } = await start();
    const id = await addSource({ url: slow.url(), content: 'words', content_hash: 'hash', state: 'read' });
    await readAgain(id);
    await until(() => slow.asked() === 1, 'it is fetched');
    await cancel(id);
    expect(await source(id)).toMatchObject({ state: 'read', content: 'words' });
  });

  test('a source that is deleted while it is read remains deleted, and is read when it is restored', async () => {
    const { slow, id, change, source, ingestion, become } = await fetching();
    await change(id, { deleted_at: 5 });
    ingestion.wake();
    await until(() => slow.closed() === 1, 'the connection is closed');
    expect(await source(id)).toMatchObject({ deleted_at: 5, content: '', state: 'waiting' });
    await change(id, { deleted_at: null });
    ingestion.wake();
    await until(() => slow.asked() === 2, 'it is fetched again');
    slow.finish();
    await become(id, 'read');
  });

  test('a source that was deleted without notification is not written', async () => {
    const { slow, id, change, source, ingestion } = await fetching();
    await change(id, { deleted_at: 5 });
    slow.finish();
    await until(() => ingestion.progressOf(id) === null, 'the reading ends');
    expect(await source(id)).toMatchObject({ content: '', state: 'waiting' });
  });

  test('a source that is erased while it is read leaves nothing behind', async () => {
    const { slow, id, database, ingestion, errors } = await fetching();
    await database.write((trx) => trx.deleteFrom('sources').where('id', '=', id).execute());
    slow.finish();
    await until(() => ingestion.progressOf(id) === null, 'the reading ends');
    expect(errors).toEqual([]);
  });

  test('changes by the person during the reading remain', async () => {
    const { slow, id, change, source, become } = await fetching({
      reader: plainReader(async () => ({ author: 'Ada' })),
    });
    await change(id, { title: 'Mine', content: 'My words', content_hash: 'hash', edited_at: 7, version: 2 });
    slow.finish();
    await become(id, 'read');
    expect(await source(id)).toMatchObject({ title: 'Mine', content: 'My words', author: 'Ada' });
  });

  test('reading again never replaces words of the person', async () => {
    const { url } = await page('other words');
    const { addSource, source, readAgain } = await start();
    const id = await addSource({ url: url(), content: 'My words', content_hash: 'hash', edited_at: 7, state: 'read' });
    await expect(readAgain(id)).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'edited' } });
    expect(await source(id)).toMatchObject({ content: 'My words', state: 'read' });
  });

  test('a stop aborts the fetch, and the next start reads the source', async () => {
    const { slow, id, source, ingestion, begin, become } = await fetching();
    await ingestion.close();
    expect((await source(id)).state).toBe('waiting');
    await until(() => slow.closed() === 1, 'the connection is closed');
    ingestion.wake();
    begin().ingestion.wake();
    await until(() => slow.asked() === 2, 'it is fetched again');
    slow.finish();
    await become(id, 'read');
  });

  /** A reader that holds each document until `letGo`. */
  function heldReader() {
    const order: string[] = [];
    const held: (() => void)[] = [];
    const reader = plainReader(({ bytes }) => {
      order.push(new TextDecoder().decode(bytes));
      return new Promise<void>((resolve) => held.push(resolve));
    });
    return { order, held, reader };
  }

  test('the sources of a person are read one by one, newest first, until all are read', async () => {
    const { order, held, reader } = heldReader();
    const { addSource, ingestion, become } = await start({ reader });
    const ids: string[] = [];
    for (const name of ['1', '2', '3', '4', '5']) ids.push(await addSource({}, name));
    ingestion.wake();
    ingestion.wake();
    for (const _ of ids) {
      await until(() => held.length > 0, 'the next one is read');
      expect(held).toHaveLength(1);
      held.shift()?.();
    }
    for (const id of ids) await become(id, 'read');
    expect(order).toEqual(['5', '4', '3', '2', '1']);
  });

  test('two links of a person are fetched at once, and those of another person beside them', async () => {
    const slow = await slowPage();
    const { addSource, addPerson, source, ingestion } = await start();
    const ids: string[] = [];
    for (const path of ['/1', '/2', '/3']) ids.push(await addSource({ url: slow.url(path) }));
    ingestion.wake();
    await until(() => slow.asked() === 2, 'two are fetched');
    const other = await addSource({ url: slow.url('/other'), person_id: await addPerson(), added_at: 0 });
    ingestion.wake();
    await until(() => ingestion.progressOf(other) !== null, "the other's is fetched");
    await until(() => slow.asked() === 3, 'three are fetched');
    expect(ids.filter((id) => ingestion.progressOf(id) === null)).toEqual(ids.slice(0, 1));
    const isRead = async (id: string) => {
      slow.finish();
      return (await source(id)).state === 'read';
    };
    for (const id of [other, ...ids]) await until(() => isRead(id), 'all are read');
  });

  test('people take turns, however many sources each has and whichever is newest', async () => {
    const { order, held, reader } = heldReader();
    const { addSource, addPerson, ingestion, become } = await start({ reader });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const person = await addPerson();
      for (const _ of [1, 2, 3]) ids.push(await addSource({ person_id: person }, name));
    }
    ingestion.wake();
    for (const _ of ids) {
      await until(() => held.length > 0, 'the next one is read');
      held.shift()?.();
    }
    for (const id of ids) await become(id, 'read');
    for (const round of [0, 1, 2])
      expect(new Set(order.slice(5 * round, 5 * round + 5)).size, order.join('')).toBeGreaterThanOrEqual(4);
  });

  test('a stop does not wait for a reader that never ends', async () => {
    const reader: DocumentReader = (() => {
      let end = (_error: Error): void => undefined;
      return {
        read: (_document, { onProgress }) => {
          onProgress({ words: 'for ever', done: null });
          return new Promise((_resolve, reject) => (end = reject));
        },
        close: async () => end(new Error('closed')),
      };
    })();
    const { addSource, source, ingestion, errors } = await start({ reader });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await until(() => ingestion.progressOf(id)?.words === 'for ever', 'it is read');
    await ingestion.close();
    expect((await source(id)).state).toBe('waiting');
    expect(errors).toEqual([]);
  });

  test('a text that is too long is rejected with a message', async () => {
    const { addSource, source, ingestion, become } = await start({
      reader: plainReader(async () => ({ content: 'x'.repeat(10_000_001) })),
    });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await become(id, 'failed');
    expect((await source(id)).problem).toContain('10 million characters');
  });

  test('control characters that no store accepts are removed', async () => {
    const { addSource, source, ingestion, become } = await start({
      reader: plainReader(async () => ({
        content: 'wo\u0000rds',
        title: 'A\u0000 title',
        tags: ['\u0000', 'x'.repeat(99)],
      })),
    });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await become(id, 'read');
    expect(await source(id)).toMatchObject({ content: 'words', title: 'A title', tags: '[]' });
  });

  const endsReader = () =>
    new UnreadableDocument('Reading needed too much memory and was stopped.', { remedy: 'Paste.', endedReader: true });

  test('a document that kills its reader is tried once more, then given up until the next request', async () => {
    let read = 0;
    let end: (() => Error) | null = endsReader;
    const { addSource, source, ingestion, become, readAgain } = await start({
      reader: plainReader(() => ((read += 1), end ? Promise.reject(end()) : Promise.resolve())),
    });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await become(id, 'failed');
    expect(read).toBe(2);
    expect((await source(id)).problem).toContain('too much memory');
    const other = await addSource({}, 'others');
    ingestion.wake();
    await become(other, 'failed');
    expect(read).toBe(4);
    end = null;
    await readAgain(id);
    await become(id, 'read');
  });

  test('a document that a busy machine cannot read in time is tried until it can', async () => {
    let read = 0;
    const { addSource, ingestion, become } = await start({
      reader: plainReader(() => {
        read += 1;
        const busy = new UnreadableDocument('Reading took too long.', { remedy: 'Paste.', isOfMachine: true });
        return read < 6 ? Promise.reject(busy) : Promise.resolve();
      }),
    });
    const id = await addSource({}, 'words');
    ingestion.wake();
    await become(id, 'read');
    expect(read).toBe(6);
  });

  test('after a crash while reading a source, other sources are read first, and then that one', async () => {
    const order: string[] = [];
    const reader = plainReader(async ({ bytes }) => void order.push(new TextDecoder().decode(bytes)));
    const { addSource, begin, database, become, person } = await start({ reader });
    await addSource({}, 'older');
    const cut = await addSource({}, 'cut');
    await database.write((trx) =>
      trx.insertInto('source_readings').values({ source_id: cut, person_id: person, begun_at: 1 }).execute(),
    );
    for (const name of ['newer', 'newest']) await addSource({}, name);
    begin().ingestion.wake();
    await become(cut, 'read');
    expect(order.at(-1)).toBe('cut');
    expect(await database.read.selectFrom('source_readings').selectAll().execute()).toEqual([]);
  });
});

test('a full disk leaves the source waiting, and it is read when there is room', async () => {
  const database = await openSqlite(path.join(temporaryFolder(), 'warren.db'));
  const { addSource, source, begin } = await ingestionWorld(database);
  const { ingestion } = begin({ reader: plainReader(async () => ({ content: 'words '.repeat(100_000) })) });
  onTestFinished(async () => {
    await ingestion.close();
    await database.close();
  });
  const limit = (pages: number) => database.write((trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx));
  const id = await addSource({}, 'words');
  await limit(1);
  ingestion.wake();
  await until(() => ingestion.progressOf(id)?.words.startsWith('trying again') === true, 'it pauses');
  expect((await source(id)).state).toBe('waiting');
  await limit(1_000_000);
  await until(async () => (await source(id)).state === 'read', 'it is read');
});
