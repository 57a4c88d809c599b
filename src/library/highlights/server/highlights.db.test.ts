import { expect, test } from 'vitest';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import type { Highlight, HighlightList } from '../protocol.ts';

const TEXT = 'Coal was cheap. Nobody listed its uses. Light came last.';
const USES = 'Nobody listed its uses.';

onDatabase('highlights', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const sourceId = await world.addOne({ title: 'Coal', content: TEXT });
    const path = `/api/library/sources/${sourceId}/highlights` as const;
    return {
      ...world,
      sourceId,
      mark: (words: string, more: object = {}) => {
        const at = TEXT.indexOf(words);
        return world.call<Highlight>('POST', path, {
          version: 1,
          start: at,
          end: at + words.length,
          color: 'amber',
          ...more,
        });
      },
      marks: async () => (await world.call<{ highlights: Highlight[] }>('GET', path)).highlights,
      listed: (query = '') => world.call<HighlightList>('GET', `/api/library/highlights${query}`),
    };
  }

  test('a range becomes a highlight with its words, once per id, and changes and removal can be undone', async () => {
    const { mark, marks, call, undo, overview } = await start();
    const { id } = await mark(USES, { id: 'a-highlight' });
    await mark(USES, { id: 'a-highlight' });
    const made = { id, quote: USES, color: 'amber', note: '', range: { start: 16, end: 39 } };
    expect(await marks()).toMatchObject([made]);
    await call('PATCH', `/api/library/highlights/${id}`, { color: 'red', note: ' Really? ' });
    const changed = { ...made, color: 'red', note: 'Really?' };
    expect(await marks()).toMatchObject([changed]);
    await call('DELETE', `/api/library/highlights/${id}`);
    expect(await marks()).toEqual([]);
    expect((await overview()).counts.highlights).toBe(0);
    expect(await undo()).toBe(`Removed the highlight “${USES}”`);
    expect(await marks()).toMatchObject([changed]);
    expect(await undo()).toBe(`Changed the highlight “${USES}”`);
    expect(await marks()).toMatchObject([made]);
    expect((await overview()).counts.highlights).toBe(1);
    expect(await undo()).toBe(`Highlighted “${USES}”`);
    expect(await marks()).toEqual([]);
  });

  test('marking the same range again changes its highlight, and one inside a longer one comes after it', async () => {
    const { mark, marks, undo } = await start();
    const { id } = await mark('Nobody', { note: 'Why?' });
    expect(await mark('Nobody', { color: 'green' })).toMatchObject({ id, color: 'green', note: 'Why?' });
    await mark('Nobody', { color: 'green', note: 'Who?' });
    await mark(USES);
    expect(await marks()).toMatchObject([{ quote: USES }, { id, color: 'green', note: 'Who?' }]);
    for (let each = 0; each < 3; each += 1) await undo();
    expect(await marks()).toMatchObject([{ id, color: 'amber', note: 'Why?' }]);
  });

  test('highlights move with an edit of the text, and one whose words were deleted returns with them', async () => {
    const { mark, marks, change, undo, sourceId } = await start();
    await mark(USES);
    await mark('Light came last.');
    await change(sourceId, { version: 1, content: `Once upon a time. ${TEXT.replace(USES, '')}` });
    expect(await marks()).toMatchObject([
      { quote: 'Light came last.', range: { start: 35, end: 51 } },
      { quote: USES, range: null },
    ]);
    await undo();
    expect(await marks()).toMatchObject([
      { quote: USES, range: { start: 16, end: 39 } },
      { quote: 'Light came last.', range: { start: 40, end: 56 } },
    ]);
  });

  test('an empty highlight, one of white space, one past the end and one of an earlier text are rejected', async () => {
    const { mark, marks } = await start();
    for (const end of [3, 3_000])
      await expect(mark(USES, { start: 3, end }), String(end)).rejects.toMatchObject({ kind: 'malformed' });
    await expect(mark(USES, { start: 4, end: 5 })).rejects.toMatchObject({ kind: 'malformed' });
    await expect(mark(USES, { version: 7 })).rejects.toMatchObject({ kind: 'refused' });
    expect(await marks()).toEqual([]);
  });

  test('all are listed, newest first, and found by words of the quote, the note and the title', async () => {
    const { mark, listed, addOne, call, sourceId } = await start();
    const other = await addOne({ title: 'Zürich', content: 'The town burns gas.' });
    const { id: oldest } = await mark(USES);
    await call('POST', `/api/library/sources/${other}/highlights`, {
      version: 1,
      start: 0,
      end: 8,
      color: 'green',
      note: 'Ask Émile',
    });
    const quotes = async (query?: string) => (await listed(query)).highlights.map(({ quote }) => quote);
    expect(await listed()).toMatchObject({
      total: 2,
      cursor: null,
      highlights: [
        { sourceTitle: 'Zürich', passage: 1 },
        { sourceId, sourceTitle: 'Coal', passage: 1 },
      ],
    });
    for (const q of ['TOWN', 'emile ask', 'zurich the', 'zuerich the'])
      expect(await quotes(`?q=${q}`), q).toEqual(['The town']);
    expect(await quotes('?q=town listed')).toEqual([]);
    const { cursor } = await listed('?limit=1');
    expect((await listed(`?limit=1&after=${cursor}`)).highlights).toMatchObject([{ id: oldest }]);
    await call('POST', '/api/library/sources/delete', { ids: [other] });
    expect(await quotes()).toEqual([USES]);
  });
});
