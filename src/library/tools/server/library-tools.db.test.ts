import { expect, test } from 'vitest';

import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { ToolCaller } from '#wire/tool.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { INJECTIONS } from '../../../../fixtures/library/injections.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { toolCaller } from '../../../../fixtures/server/tool-caller.ts';
import { readPassagesText } from '../../search/domain/passages-text.ts';

const ORIGIN = 'http://127.0.0.1:4600';

onDatabase('library tools for programs', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const { tools, resources } = world.composition.offered;
    const callerOf = (more: Partial<ToolCaller>) => toolCaller(world.person, more);
    const callAs =
      (more: Partial<ToolCaller> = {}) =>
      async (name: string, given: object = {}) => {
        const tool = tools.find((each) => each.name === name);
        if (!tool) throw new Error(`There is no tool ${name}`);
        return tool.handle(tool.input.parse(given), callerOf(more));
      };
    const sources = resources.find(({ kind }) => kind === 'source');
    const bucket = async (name: string) =>
      (await world.call<{ id: string }>('POST', '/api/library/buckets', { name, description: `On ${name}.` })).id;
    return {
      ...world,
      bucket,
      callAs,
      tool: callAs(),
      listed: async (more: Partial<ToolCaller> = {}) => sources?.list(callerOf(more)),
      resource: async (id: string, more: Partial<ToolCaller> = {}) => sources?.read(id, callerOf(more)),
    };
  }

  test('passages are found with their ids, places and links, and reading can continue from there', async () => {
    const { addOne, tool, detail, bucket, call } = await start();
    const energy = await bucket('Energy');
    const paragraphs = Array.from(
      { length: 12 },
      (_, index) => `${`Paragraph ${index} of a long text. `.repeat(14)}\n\n`,
    );
    const long = await addOne({
      title: 'Engines',
      content: `${paragraphs.join('')}Efficient engines burnt more coal.`,
      bucketId: energy,
      tags: ['coal', 'history'],
    });
    const note = await addOne({ content: 'Coal is cheap.', tags: ['coal'] });
    const archived = await addOne({ content: 'Coal of the archive.' });
    await call('POST', '/api/library/sources/change', { ids: [archived], isArchived: true });

    const found = readPassagesText(await tool('search_library', { query: 'coal engines' }));
    expect(found.map(({ sourceId }) => sourceId)).toEqual([long, note]);
    const { content, passages } = await detail(long);
    const [hit] = found;
    expect(hit).toMatchObject({ title: 'Engines', link: `${ORIGIN}/library/${long}#p${passages.length}` });
    expect(hit?.text).toBe(content.slice(hit?.start, hit?.end));
    expect(hit?.text).toContain('Efficient engines burnt more coal.');

    const idsOf = async (given: object) =>
      readPassagesText(await tool('search_library', { query: 'coal', ...given })).map(({ sourceId }) => sourceId);
    expect(await idsOf({ bucket: energy })).toEqual([long]);
    expect(await idsOf({ bucket: 'inbox' })).toEqual([note]);
    expect(await idsOf({ tags: ['coal', 'history'] })).toEqual([long]);
    expect(await idsOf({ kind: 'tweet' })).toEqual([]);
    expect(await tool('search_library', { query: 'coal', limit: 1 })).toContain('\n\n1 more source was found.');
    expect(await tool('search_library', { query: 'zebra' })).toMatch(/^Nothing was found\./);

    const first = await tool('read_source', { source: long, characters: 1_000 });
    expect(readPassagesText(first)).toEqual([
      {
        title: 'Engines',
        sourceId: long,
        passage: 1,
        start: 0,
        end: passages[1]?.end,
        link: `${ORIGIN}/library/${long}#p1`,
        text: content.slice(0, passages[1]?.end),
      },
    ]);
    expect(first).toContain(`Passages 1 to 2 of ${passages.length}. After them: call read_source with from 3.`);
    const rest = await tool('read_source', { source: long, from: 3, characters: 20_000 });
    expect(rest).toContain(
      `Passages 3 to ${passages.length} of ${passages.length}. Before them: 1 to 2. This is the end.`,
    );
    expect(readPassagesText(rest)[0]?.text).toBe(content.slice(passages[2]?.start).trimEnd());
    await expect(tool('read_source', { source: long, from: 999 })).rejects.toThrow(`has ${passages.length} passages`);
    expect(readPassagesText(await tool('read_source', { source: archived }))).toMatchObject([
      { text: 'Coal of the archive.' },
    ]);

    expect(await tool('list_buckets')).toContain(
      `- "Energy" (bucket ${energy}), 1 source: "On Energy."\n- The inbox (bucket inbox), 1 source\n\nTags with their numbers of sources: "coal" 2, "history" 1.`,
    );
  });

  test('a quote is verbatim, near with its differences, or not found, and stronger claims are reported', async () => {
    const { addOne, tool } = await start();
    const source = await addOne({
      title: 'Jevons',
      content: 'It may be that “efficient” engines burnt **more** coal in 1865. Nobody knew why.',
    });
    const check = (quote: string, statement?: string) =>
      tool('check_quote', { source, quote, ...(statement !== undefined && { statement }) });
    expect(await check('It may be that “efficient” engines')).toMatch(/^Verbatim/);
    const alike = await check('that "efficient" engines burnt more coal in 1865');
    expect(alike).toMatch(/^In the source: the same words/);
    expect(alike).toContain('The source says “may”; this sentence does not.');
    expect(readPassagesText(alike)).toMatchObject([{ sourceId: source, passage: 1, start: 0 }]);
    const near = await check('It is sure that efficient engines burnt much more coal in 1866');
    expect(near).toMatch(/^Not verbatim/);
    expect(near).toContain(
      '- The source has "may be", the quote "is sure".\n- The quote adds "much".\n- The source has "1865", the quote "1866".',
    );
    expect(await check('Wages rose in the north of the whole country')).toMatch(/^Not found/);
    expect(await check('that')).toMatch(/^Too short to tell/);
    expect(await check('Nobody knew why.', 'Nobody knew why.')).toContain('prove nothing');
    expect(
      await check(
        'It may be that “efficient” engines burnt **more** coal in 1865.',
        'Engines burnt more coal in 1870.',
      ),
    ).toContain('The statement may say more than the source. “1870” does not stand');
  });

  test('units, parts and single characters of a quote are compared', async () => {
    const { addOne, tool } = await start();
    const source = await addOne({
      title: 'Rates',
      content:
        'In year 1 rates rose by 5 % in all.\n\nThe mitochondria made heat. The rate was about 3. It fell by 42 percent.',
    });
    const check = (quote: string) => tool('check_quote', { source, quote });
    expect(await check('1')).toMatch(/^Too short to tell/);
    expect(await check('rates rose by 5% in all')).toMatch(/^In the source: the same words/);
    expect(await check('rates rose by 5 in all')).toContain('- The quote leaves out "%".');
    expect(await check('The mitochondria … 42 percent')).toMatch(/^Its parts stand in the source, in this order/);
    const other = await check('The kidneys … It fell by 42 percent');
    expect(other).toMatch(/^Not verbatim/);
    expect(other.split('\n').filter((line) => line.startsWith('- '))).toEqual(['- The quote adds "The kidneys".']);
  });

  test('a quote is found at the end of a long source', async () => {
    const { addOne, tool } = await start();
    const sentences = Array.from(
      { length: 1_200 },
      (_, index) => `The engine number ${index} burnt coal in its year. `,
    );
    const source = await addOne({
      title: 'Long',
      content: `${sentences.join('')}Nobody “knew” why the mines fell silent.`,
    });
    await expect
      .poll(() => tool('read_source', { source }).catch((error: unknown) => String(error)))
      .toContain('Passages 1 to');
    expect(await tool('check_quote', { source, quote: 'Nobody "knew" why the mines fell silent' })).toMatch(
      /^In the source/,
    );
    expect(await tool('check_quote', { source, quote: 'Nobody ever knew why the mines fell silent' })).toMatch(
      /^Not verbatim/,
    );
    expect(await tool('check_quote', { source, quote: 'Wages rose in the north of the land' })).toMatch(/^Not found/);
  });

  test('a kept text is an agent’s, is kept once, and can be undone', async () => {
    const { tool, list, overview, undo, bucket, detail } = await start();
    const energy = await bucket('Energy');
    const idIn = (answer: string) => /\(source (\S+)\)/.exec(answer)?.[1] ?? '';
    const kept = await tool('keep_source', { text: 'Coal is mine.', title: 'Coal', bucket: energy, tags: ['coal'] });
    expect(kept).toBe(`Kept: "Coal" (source ${idIn(kept)}) ${ORIGIN}/library/${idIn(kept)}`);
    expect(await detail(idIn(kept))).toMatchObject({
      kind: 'article_clip',
      origin: 'agent',
      keptBy: 'Claude Code',
      bucketId: energy,
      tags: ['coal'],
      content: 'Coal is mine.',
    });
    const link = await tool('keep_source', { link: 'https://example.org/coal' });
    expect(link).toContain('fetched in the background');
    expect(await detail(idIn(link))).toMatchObject({ kind: 'link', origin: 'agent', state: 'waiting' });
    expect((await overview()).counts).toMatchObject({ all: 2, own: 0, others: 2 });
    expect(await tool('keep_source', { text: 'Coal is  mine. ' })).toBe(
      `Nothing was added: a source with the same text is there already. "Coal" (source ${idIn(kept)}) ${ORIGIN}/library/${idIn(kept)}`,
    );
    expect(await tool('keep_source', { link: 'http://www.example.org/coal/' })).toContain('the same address');
    expect(await undo()).toContain('Added');
    expect((await list()).total).toBe(1);

    await expect(tool('read_source', { source: idIn(kept) })).resolves.toContain('kept by a program');
    await expect(tool('keep_source', { link: 'nowhere' })).rejects.toThrow('“nowhere” is not a web address.');
    await expect(tool('keep_source', { text: ' \n' })).rejects.toThrow('Give a text or a link.');
    await expect(tool('keep_source', { text: 'a'.repeat(200_001) })).rejects.toThrow('at most 200,000 characters');
  });

  test('a token with a bucket reads and keeps only there, and nobody reaches another person’s sources', async () => {
    const { addOne, as, bucket, callAs, listed, resource, world, list } = await start();
    const [own, closed] = [await bucket('Own'), await bucket('Closed')];
    const inside = await addOne({ content: 'Coal of the open bucket burns.', bucketId: own, tags: ['open'] });
    const outside = await addOne({ content: 'Coal of the closed bucket burns.', bucketId: closed, tags: ['closed'] });
    const stranger = as(await world.addPerson());
    const theirs = await stranger.addOne({ content: 'Coal of another person burns.' });
    const limited = { bucketId: own };
    const call = callAs(limited);

    const found = readPassagesText(await call('search_library', { query: 'coal burns' }));
    expect(found.map(({ sourceId }) => sourceId)).toEqual([inside]);
    expect((await listed(limited))?.map(({ id }) => id)).toEqual([inside]);
    const buckets = await call('list_buckets');
    expect(buckets).toContain('"Own"');
    expect(buckets).not.toMatch(/closed|inbox/i);

    // An id outside the bucket gets exactly the answer of a missing id.
    const refusalOf = (answer: Promise<unknown>) =>
      answer.then(
        () => null,
        ({ kind, message }: Error & { kind: string }) => ({ kind, message }),
      );
    const noSource = { kind: 'not-found', message: 'There is no such source.' };
    for (const id of [outside, theirs, 'nobody-has-this'])
      for (const [name, given] of [
        ['read_source', { source: id }],
        ['check_quote', { source: id, quote: 'Coal of the closed bucket burns.' }],
      ] as const)
        expect(await refusalOf(call(name, given))).toEqual(noSource);
    for (const id of [outside, theirs, 'nobody-has-this'])
      expect(await refusalOf(resource(id, limited))).toEqual(noSource);
    expect(await refusalOf(callAs()('read_source', { source: theirs }))).toEqual(noSource);
    for (const id of [closed, 'inbox', 'nobody-has-this']) {
      expect(await refusalOf(call('search_library', { query: 'coal', bucket: id }))).toEqual({
        kind: 'not-found',
        message: 'There is no such bucket.',
      });
      expect(await refusalOf(call('keep_source', { text: 'New.', bucket: id }))).toEqual({
        kind: 'not-found',
        message: 'There is no such bucket.',
      });
    }
    // The answer does not reveal whether the same text is in another bucket.
    expect(await call('keep_source', { text: 'Coal of the closed bucket burns.' })).toMatch(/^Kept:/);
    expect((await list(`?bucket=${own}`)).total).toBe(2);
    expect(await resource(inside, limited)).toContain('> Coal of the open bucket burns.');
  });

  test('a token that is revoked before the write keeps nothing', async () => {
    const { callAs, listed } = await start();
    const requireToken = (trx?: object) => (trx ? Promise.reject(new Error('withdrawn')) : Promise.resolve());
    await expect(callAs({ requireToken })('keep_source', { text: 'Too late.' })).rejects.toThrow('withdrawn');
    expect(await listed()).toEqual([]);
  });

  test('instructions in sources are returned as quoted lines, and change nothing', async () => {
    const { add, tool, list, resource } = await start();
    const added = await add(
      ...INJECTIONS.map((text, index) => ({
        title: withoutDirectionMarks(text.slice(0, 200)),
        content: `Hostile text number ${index}:\n${text}\n\nAnd this is the rest of it.`,
      })),
    );
    const before = await list();
    for (const [index, { source }] of added.entries()) {
      const content = `Hostile text number ${index}:\n${INJECTIONS[index]}\n\nAnd this is the rest of it.`;
      for (const answer of [
        await tool('read_source', { source: source.id }),
        await tool('check_quote', { source: source.id, quote: content }),
        (await resource(source.id)) ?? '',
      ]) {
        expect(readPassagesText(answer)).toMatchObject([{ sourceId: source.id, text: content }]);
        const own = answer.split('\n').filter((line) => !line.startsWith('> '));
        expect(own.join('\n').replaceAll(/"(?:[^"\\]|\\.)*"/gu, '')).not.toMatch(/obey|ignore|rest of it|evil/i);
      }
    }
    const found = await tool('search_library', { query: 'hostile text', limit: 20 });
    expect(readPassagesText(found)).toHaveLength(20);
    expect(found).toContain(`${INJECTIONS.length - 20} more sources were found.`);
    expect(await list()).toEqual(before);
  });
});
