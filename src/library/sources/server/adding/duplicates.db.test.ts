import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';

onDatabase('existing sources', (open) => {
  const start = async () => openLibraryWorld(await open());

  test('the same address or the same text is reported and not added', async () => {
    const { add, list } = await start();
    const [link, text] = await add({ url: 'https://www.Example.org/page/' }, { content: 'One  line\nof text.' });
    expect(
      await add(
        { url: 'http://example.org/page?utm_source=letter&fbclid=1#part', tags: ['new'] },
        { content: '  One line of\ttext. ' },
        { content: 'one line of text.' },
        { content: 'one line of text.' },
      ),
    ).toMatchObject([
      { outcome: 'existing', sameBy: 'address', source: { id: link?.source.id, tags: [] } },
      { outcome: 'existing', sameBy: 'text', source: { id: text?.source.id } },
      { outcome: 'added', sameBy: null },
      { outcome: 'existing', sameBy: 'text' },
    ]);
    expect((await list()).total).toBe(3);
  });

  test('it is added anyway on request', async () => {
    const { add, list } = await start();
    await add({ content: 'Twice.' });
    expect(await add({ content: 'Twice.', isWanted: true })).toMatchObject([{ outcome: 'added' }]);
    expect((await list()).total).toBe(2);
  });

  test('an archived source exists, a deleted one does not, and neither does another person’s', async () => {
    const { add, addOne, call, as, world } = await start();
    const archived = await addOne({ content: 'Archived.' });
    const deleted = await addOne({ content: 'Deleted.' });
    await as(await world.addPerson()).add({ content: 'Theirs.' });
    await call('POST', '/api/library/sources/change', { ids: [archived], isArchived: true });
    await call('POST', '/api/library/sources/delete', { ids: [deleted] });
    expect(await add({ content: 'Archived.' }, { content: 'Deleted.' }, { content: 'Theirs.' })).toMatchObject([
      { outcome: 'existing', source: { id: archived } },
      { outcome: 'added' },
      { outcome: 'added' },
    ]);
  });

  test('a request that is sent again adds nothing, also after its source was edited or deleted', async () => {
    const { add, change, call, list } = await start();
    const sources = [
      { id: 'one', content: 'One.' },
      { id: 'two', content: 'Two.' },
    ];
    await add(...sources);
    await change('one', { version: 1, content: 'Edited.' });
    await call('POST', '/api/library/sources/delete', { ids: ['two'] });
    expect(await add(...sources)).toMatchObject([
      { outcome: 'added', source: { id: 'one', title: 'Edited.' } },
      { outcome: 'added', source: { id: 'two' } },
    ]);
    expect((await list()).sources.map(({ id }) => id)).toEqual(['one']);
  });

  test('500 sources of one request are added with one undo', async () => {
    const { add, list, undo } = await start();
    await add(...Array.from({ length: 500 }, (_, index) => ({ content: `Paragraph ${index}.` })));
    expect((await list()).total).toBe(500);
    expect(await undo()).toBe('Added 500 sources');
    expect((await list()).total).toBe(0);
  });
});
