import { expect, test } from 'vitest';

import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { scriptedEmbedders } from '../../../../../fixtures/embedding/scripted-embedders.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import type { RelatedSources } from '../../protocol.ts';
import { relatedSources } from './related-sources.ts';

const COAL = {
  title: 'Coal',
  content: 'The economist Jevons saw that better engines burned more coal, because cheap power found new buyers.',
};
const TOKENS = {
  title: 'Tokens',
  content: 'What Jevons said of steam holds for tokens: once they are cheap we stop counting them.',
};
const BREAD = {
  title: 'Bread',
  content: 'Leave the dough in the fridge overnight, and bake it in a pot with its lid on.',
};

onDatabase('related sources', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const related = async (sourceId: string, as = world.call) =>
      (await as<RelatedSources>('GET', `/api/library/sources/${sourceId}/related`)).related.map(
        ({ source, passage, why }) => ({ title: source.title, passage, why }),
      );
    return { ...world, related };
  }

  test('share a telling word, which is named', async () => {
    const { addOne, add, related } = await start();
    const id = await addOne(COAL);
    await add(TOKENS, BREAD);
    expect(await related(id)).toEqual([
      { title: 'Tokens', passage: 1, why: expect.stringMatching(/^both mention .*“Jevons”/) as string },
    ]);
  });

  test('link to each other', async () => {
    const { addOne, related } = await start();
    const bread = await addOne(BREAD);
    const list = await addOne({ title: 'Weekend', content: 'To do: [[bread]], then swim.' });
    expect(await related(bread)).toEqual([{ title: 'Weekend', passage: 1, why: 'links here' }]);
    expect(await related(list)).toMatchObject([
      { title: 'Bread', why: expect.stringMatching(/^linked from here/) as string },
    ]);
  });

  test('are near by meaning where passages have vectors', async () => {
    const { addOne, add, library, person, world } = await start();
    const long = (text: string) => Array.from({ length: 12 }, (_, index) => `${text} (${index})`).join('\n\n');
    const id = await addOne({ title: 'One', content: 'Overnight dough rests in cold fridges before baking.' });
    await add({
      title: 'Long',
      content: `${long(COAL.content)}\n\n${BREAD.content} Overnight dough rests in cold fridges.`,
    });
    const embedder = await scriptedEmbedders().of(person);
    const passages = await library.read.selectFrom('passages').select(['hash', 'text', 'number']).execute();
    for (const { hash, text } of passages) {
      const [vector] = await embedder.embed([text], 'passage', AbortSignal.timeout(10_000));
      const bytes = new Uint8Array(vector?.buffer ?? new ArrayBuffer());
      const row = {
        person_id: person,
        model: embedder.model.key,
        hash,
        dimension: embedder.model.dimension,
        vector: bytes,
      };
      await library.write((trx) =>
        trx
          .insertInto('passage_vectors')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    }
    const vectors = createExactVectors(library);
    const { related } = await relatedSources(
      {
        read: library.read,
        words: createWordSearch(world.database, () => undefined),
        meaning: { vectors, servingOf: () => Promise.resolve({ embedder, waitingSources: 0 }) },
        progressOf: () => null,
      },
      { person, sourceId: id },
    );
    await vectors.close();
    expect(related).toMatchObject([
      { source: { title: 'Long' }, passage: Math.max(...passages.map(({ number }) => number)) },
    ]);
    expect(related[0]?.why).toMatch(/^says something similar/);
  });

  test('exclude archived and deleted sources and those of other people', async () => {
    const { addOne, add, related, call, as, world } = await start();
    const id = await addOne(COAL);
    const [archived, deleted] = await add(TOKENS, { ...TOKENS, content: `${TOKENS.content} Really.` });
    const stranger = as(await world.addPerson());
    await stranger.add(TOKENS);
    await call('POST', '/api/library/sources/change', { ids: [archived?.source.id], isArchived: true });
    await call('POST', '/api/library/sources/delete', { ids: [deleted?.source.id] });
    expect(await related(id)).toEqual([]);
    await expect(related(id, stranger.call)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('let other work run between the passages they compare', async () => {
    const { addOne, related } = await start();
    const paragraph = (index: number) => `Jevons saw coal burn in engine${index}, and better engines burned more. `;
    const content = Array.from({ length: 130 }, (_, index) => `# ${index}\n\n${paragraph(index)}`).join('\n\n');
    const id = await addOne(COAL);
    const ticksOf = async () => {
      let ticks = 0;
      let isOver = false;
      const tick = () => {
        ticks += 1;
        if (!isOver) setImmediate(tick);
      };
      tick();
      expect((await related(id)).length).toBeGreaterThan(0);
      isOver = true;
      return ticks;
    };
    await addOne(TOKENS);
    // Other work in the process adds a few to most counts.
    const least = async () => {
      const counts: number[] = [];
      while (counts.length < 9) counts.push(await ticksOf());
      return Math.min(...counts);
    };
    const ofShort = await least();
    await addOne({ title: 'Engines', content });
    await addOne({ title: 'Engines again', content: `${content}.` });
    expect(await least()).toBeGreaterThan(ofShort + 8);
  });

  test('are empty for an empty source and for one without words', async () => {
    const { addOne, related } = await start();
    await addOne(COAL);
    for (const source of [{ url: 'https://example.org' }, { content: '🙂 … 12' }, { content: '石炭の最初の用途' }])
      expect(await related(await addOne(source))).toEqual([]);
  });
});
