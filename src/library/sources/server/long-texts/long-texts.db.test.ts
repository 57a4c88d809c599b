import { expect, test } from 'vitest';

import type { LibraryAdapters } from '#composition/server/library-contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import type { WordTables } from '#platform/library-search/words/tables.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import type { SearchAnswer } from '../../../search/protocol.ts';
import type { AddedSources, RelatedSources } from '../../protocol.ts';
import { TextThread } from './text-thread.ts';

/** Some 150 passages, more than are indexed at once. Each paragraph has a unique word. */
const PARAGRAPHS = 300;
const LAST = `number${PARAGRAPHS - 1}`;
const paragraph = (index: number) =>
  `The engine number${index} burned more coal than anybody had known of before, and it was soon replaced by another one `.repeat(
    2,
  );
const LONG = `[[Bread]]\n\n${Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(index).trim()).join('\n\n')}`;

onDatabase('a long text', (open) => {
  async function start(given?: OpenDatabase, adapters?: Partial<LibraryAdapters>) {
    const opened = given ?? (await open());
    /** Number of library writes that still succeed; the next one never ends, as in a crash. */
    const gate = { left: Infinity, log: [] as string[] };
    const database: OpenDatabase = {
      ...opened,
      async write(work) {
        gate.log.push('library');
        if ((gate.left -= 1) < 0) await new Promise(() => undefined);
        return opened.write(work);
      },
    };
    const world = await openLibraryWorld(database, adapters);
    const waiting = async () => (await world.library.read.selectFrom('waiting_texts').selectAll().execute()).length;
    return {
      ...world,
      opened,
      gate,
      waiting,
      indexed: () => expect.poll(waiting).toBe(0),
      stopped: () => expect.poll(() => gate.left).toBeLessThan(0),
      found: async (words: string, as = world) =>
        (await as.call<SearchAnswer>('GET', `/api/library/search?q=${words}&by=words`)).hits.map(
          ({ source }) => source.id,
        ),
      /** The passages are those of the content, in order, and the index has the words of each. */
      isWhole: async (id: string, as = world) => {
        const { content, passages } = await as.detail(id);
        const stored = await tablesOf<WordTables>(opened)
          .read.selectFrom('passages')
          .leftJoin('word_units', 'word_units.row', 'passages.row')
          .select(['number', 'text', 'start_offset', 'end_offset', 'digest'])
          .where('passages.source_id', '=', id)
          .orderBy('number')
          .execute();
        expect(passages.length).toBeGreaterThan(0);
        expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1));
        expect(stored.map(({ start_offset: from, end_offset: to }) => content.slice(from, to))).toEqual(
          stored.map(({ text }) => text),
        );
        expect(passages.map(({ number }) => number)).toEqual(stored.map(({ number }) => number));
        expect(stored.filter(({ digest }) => digest === null)).toEqual([]);
      },
    };
  }

  test('when many texts arrive together, those beyond the length of one follow in the background', async () => {
    const { call, waiting, indexed, found } = await start();
    const content = (index: number) =>
      Array.from({ length: 60 }, (_, at) => paragraph(100 * index + at).trim()).join('\n\n');
    const sources = [1, 2, 3, 4, 5, 6, 7].map((index) => ({ content: content(index) }));
    const { results } = await call<AddedSources>('POST', '/api/library/sources', { sources });
    expect(await waiting()).toBeGreaterThan(1);
    await indexed();
    for (const [at, { source }] of results.entries())
      expect(await found(`number${100 * (at + 1) + 59}`)).toEqual([source.id]);
  });

  test('exists at once, and its passages and words follow between other writes', async () => {
    const { addOne, detail, found, indexed, gate, opened, isWhole, list } = await start();
    gate.log.length = 0;
    const id = await addOne({ title: 'Coal', content: LONG });
    expect(gate.log).toEqual(['library']);
    expect(await detail(id)).toMatchObject({ content: LONG, state: 'read', links: [{ text: 'Bread' }] });
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await opened.write(() => Promise.resolve());
        gate.log.push('other');
      }
    })();
    await indexed();
    isOver = true;
    await others;
    const between = gate.log.filter((name, index) => name === 'library' && gate.log[index - 1] === 'other');
    expect(between.length).toBeGreaterThan(10);
    await isWhole(id);
    expect(await found(LAST)).toEqual([id]);
    expect(await found('Coal')).toEqual([id]);
    expect((await list()).sources).toMatchObject([{ id, progress: null }]);
  });

  test('whose indexing was cut off by a crash is not searched, and is completed after a restart', async () => {
    const first = await start();
    const id = await first.addOne({ title: 'Coal', content: LONG });
    const short = await first.addOne({ content: 'Coal is what the engine burned.' });
    await first.indexed();
    const { version } = await first.detail(id);
    first.gate.left = 4;
    await first.change(id, { version, content: LONG.replaceAll('engine', 'machine') });
    await first.stopped();
    expect((await first.detail(id)).passages).toEqual([]);
    expect(await first.found('machine')).toEqual([]);
    expect(await first.found('engine')).toEqual([short]);
    expect((await first.list()).sources.find((source) => source.id === id)?.progress).toMatchObject({
      words: 'being indexed',
    });

    const second = await start(first.opened);
    const again = second.as(first.person);
    expect(await second.waiting()).toBe(1);
    await second.composition.recover();
    await second.indexed();
    await second.isWhole(id, { ...second, ...again });
    expect(await second.found('machine', { ...second, ...again })).toEqual([id]);
  });

  test('can be edited, undone and deleted while it is half indexed, and the last text wins', async () => {
    const first = await start();
    const id = await first.addOne({ title: 'Coal', content: LONG });
    await first.indexed();
    first.gate.left = 6;
    await first.change(id, {
      version: (await first.detail(id)).version,
      content: LONG.replaceAll('engine', 'machine'),
    });
    await first.stopped();

    const second = await start(first.opened);
    const again = { ...second, ...second.as(first.person) };
    // The edit stops the indexing that the start has begun.
    const { version } = await again.detail(id);
    await again.change(id, { version, content: 'Peat alone.' });
    await second.indexed();
    expect(await second.found('peat', again)).toEqual([id]);
    expect(await second.found('machine', again)).toEqual([]);
    await second.isWhole(id, again);

    await again.undo();
    await again.undo();
    expect((await again.detail(id)).content).toBe(LONG);
    await second.indexed();
    await second.isWhole(id, again);
    expect(await second.found('engine', again)).toEqual([id]);
    expect(await again.detail(id)).toMatchObject({ title: 'Coal' });
    await again.call('POST', '/api/library/sources/delete', { ids: [id] });
    expect(await second.found('engine', again)).toEqual([]);
  });

  test('keeps its words when its title changes, and is found by the new title', async () => {
    const { addOne, change, detail, found, indexed, waiting } = await start();
    const id = await addOne({ title: 'Coal', content: LONG });
    await indexed();
    await change(id, { version: (await detail(id)).version, title: 'Anthracite' });
    expect(await waiting()).toBe(0);
    expect(await found('anthracite')).toEqual([id]);
    expect(await found(LAST)).toEqual([id]);
  });

  test('is related to sources that share telling words with it', async () => {
    const { addOne, call, indexed } = await start();
    const id = await addOne({
      title: 'Coal',
      content: LONG.replace('The engine number1 ', 'The Jevons engine number1 '),
    });
    const note = await addOne({ content: 'Jevons wrote of it.' });
    await indexed();
    const { related } = await call<RelatedSources>('GET', `/api/library/sources/${id}/related`);
    expect(related).toMatchObject([{ source: { id: note }, why: expect.stringContaining('Jevons') as string }]);
  });

  test('that already exists is recognised', async () => {
    const { add, indexed } = await start();
    await add({ content: LONG });
    await indexed();
    expect(await add({ content: LONG })).toMatchObject([{ outcome: 'existing', sameBy: 'text' }]);
  });

  test('waits if it has very many passages, even if it is short', async () => {
    const { addOne, indexed, isWhole, waiting } = await start();
    const id = await addOne({
      content: Array.from({ length: 1_000 }, (_, index) => `# a\n\nbeta${index} and more`).join('\n\n'),
    });
    expect(await waiting()).toBe(1);
    await indexed();
    await isWhole(id);
  });

  test('that needs more memory than its thread may use remains and reports it, and others are indexed', async () => {
    const first = await start();
    first.gate.left = 1;
    const large = await first.addOne({ title: 'Coal', content: '# a\n\nb\n\n'.repeat(500_000) });
    await first.stopped();

    const second = await start(first.opened, { texts: new TextThread(14) });
    const again = { ...second, ...second.as(first.person) };
    await second.composition.recover();
    const progress = async () => (await again.list()).sources.find(({ id }) => id === large)?.progress;
    await expect.poll(progress).toEqual({ words: expect.stringContaining('too much memory') as string, done: null });
    expect((await again.detail(large)).content).toHaveLength(3_999_998);
    const other = await again.addOne({ title: 'Peat', content: LONG });
    await expect.poll(second.waiting).toBe(1);
    await again.isWhole(other, again);
  });
});
