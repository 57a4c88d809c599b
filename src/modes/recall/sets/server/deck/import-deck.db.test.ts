import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { until } from '../../../../../../fixtures/spine/world.ts';
import type { DeckImported, DeckPreview, DeckProgress, PartOfSet, SetDetail, SetSummary } from '../../protocol.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const ANKI = '#separator:tab\n#deck column:3\nWhat lifts dough?\tYeast\tBread\nWho bakes?\tA baker\tPeople\n';

onDatabase('import of decks', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call } = world;
    const file = async (bytes: Uint8Array) => {
      const kept = await call<{ file: string }>('POST', '/api/recall/decks/files', { stream: [bytes] });
      return kept.file;
    };
    const progress = () => call<DeckProgress>('GET', '/api/recall/decks/progress');
    const begin = async (bytes: Uint8Array, query: string) =>
      call<DeckProgress>('POST', `/api/recall/decks?file=${await file(bytes)}&${query}`);
    return {
      ...world,
      begin,
      progress,
      preview: async (bytes: Uint8Array, query = 'name=cards.txt') =>
        call<DeckPreview>('GET', `/api/recall/decks/preview?file=${await file(bytes)}&${query}`),
      add: async (bytes: Uint8Array, query = 'name=cards.txt'): Promise<DeckImported> => {
        await begin(bytes, query);
        let at = await progress();
        await until(async () => (at = await progress()).state !== 'running', 'the import has ended');
        if (at.state !== 'done') throw new Error(at.state === 'failed' ? at.message : at.state);
        return at.imported;
      },
      sets: async () =>
        (await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets.map(({ title, points }) => [
          title,
          points,
        ]),
      textsOf: async (id: string) =>
        (await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items.map(({ text }) => text),
    };
  }

  test('a preview adds nothing; an import adds each card once, and one undo removes all of them', async () => {
    const { preview, add, sets, undo, textsOf } = await start();
    const before = await sets();
    expect(await preview(utf8(ANKI))).toMatchObject({
      kind: 'anki',
      sets: [
        { title: 'Bread', isNew: true, points: 1, known: 0 },
        { title: 'People', isNew: true, points: 1, known: 0 },
      ],
      first: [{ set: 'Bread', question: 'What lifts dough?', text: 'Yeast' }, { set: 'People' }],
      leftCount: 0,
    });
    expect(await sets()).toEqual(before);
    const imported = await add(utf8(ANKI));
    expect(imported).toMatchObject({ added: 2, known: 0, left: 0 });
    const longer = `${ANKI}What slows it?\tSalt\tBread\n`;
    expect(await preview(utf8(longer))).toMatchObject({
      sets: [
        { isNew: false, points: 1, known: 1 },
        { points: 0, known: 1 },
      ],
      left: [{ line: 3, message: 'The set has it already.' }, { line: 4 }],
    });
    expect(await add(utf8(longer))).toMatchObject({ added: 1, known: 2 });
    expect(await add(utf8(longer))).toMatchObject({ added: 0, known: 3, sets: [] });
    expect(await textsOf(imported.sets[0]?.id ?? '')).toEqual(['Yeast', 'Salt']);
    expect(await undo()).toBe('Imported a point into “Bread”');
    expect(await textsOf(imported.sets[0]?.id ?? '')).toEqual(['Yeast']);
    expect(await undo()).toBe('Imported 2 points into 2 sets');
    expect(await sets()).toEqual(before);
  });

  test('tags are stored with the point, and the levels of a deck become a folder', async () => {
    const { add, call, preview, undo } = await start();
    const file = utf8(
      '#separator:tab\n#deck column:3\n#tags column:4\nWhat lifts it?\tYeast\tFood::Bread\tweek::2 b a\n',
    );
    const { sets } = await add(file);
    const id = sets[0]?.id ?? '';
    const set = () => call<SetDetail>('GET', `/api/recall/sets/${id}`);
    const items = [{ text: 'Yeast', context: '', tags: ['a', 'b', 'week::2'], suspendedAt: null }];
    expect(await set()).toMatchObject({ title: 'Bread', folder: 'Food', items });
    expect(await preview(file)).toMatchObject({ sets: [{ title: 'Food::Bread', isNew: false, points: 0, known: 1 }] });
    const [point] = (await set()).items;
    const changed = await call('PATCH', `/api/recall/points/${point?.id}`, { tags: ['new', 'two words'] });
    expect(changed).toMatchObject({ text: 'Yeast', tags: ['new', 'two_words'] });
    await undo();
    expect(await set()).toMatchObject({ items });
    await call('PATCH', `/api/recall/sets/${id}`, { title: 'Kitchen::Loaves' });
    expect(await set()).toMatchObject({ title: 'Loaves', folder: 'Kitchen' });
    await undo();
    expect(await set()).toMatchObject({ title: 'Bread', folder: 'Food' });
  });

  test('points are added at the end of the named set, and undo leaves the earlier points', async () => {
    const { call, add, undo, textsOf } = await start();
    const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Mine' });
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'First.' });
    const rows = Array.from({ length: 1_201 }, (_, index) => `q${index},a${index}`).join('\n');
    expect(await add(utf8(rows), 'name=a.csv&title=Mine')).toMatchObject({ added: 1_201, sets: [{ id }] });
    const texts = await textsOf(id);
    expect([texts.length, texts[0], texts[1], texts.at(-1)]).toEqual([1_202, 'First.', 'a0', 'a1200']);
    const [first] = (await call<SetDetail>('GET', `/api/recall/sets/${id}?first=1`)).items;
    const part = await call<PartOfSet>('GET', `/api/recall/sets/${id}/points?first=2&after=${first?.id}`);
    expect(part.items.map(({ text }) => text)).toEqual(['a0', 'a1']);
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'Last.' });
    expect(await undo()).toBe('Added a point to “Mine”');
    await undo();
    expect(await textsOf(id)).toEqual(['First.']);
  });

  test('a file is read in UTF-8, in UTF-16 of both orders and in Windows-1252', async () => {
    const { preview } = await start();
    const text = '\u{feff}question,answer\nGrün?,Käse';
    const wide = Buffer.from(text, 'utf16le');
    for (const bytes of [utf8(text), wide, Buffer.from(wide).swap16(), latin(text.slice(1))])
      expect(await preview(Uint8Array.from(bytes), 'name=a.csv')).toMatchObject({
        sets: [{ title: 'a', points: 1 }],
        first: [{ question: 'Grün?', text: 'Käse' }],
      });
  });

  test('a binary file is refused with a remedy, and nothing is added', async () => {
    const { preview, add, sets } = await start();
    const before = await sets();
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]);
    await expect(add(zip)).rejects.toThrow('Export');
    await expect(preview(Uint8Array.from({ length: 400 }, (_, index) => index % 7))).rejects.toThrow('no text');
    expect(await preview(utf8(''))).toMatchObject({ sets: [], first: [], leftCount: 0 });
    expect(await sets()).toEqual(before);
  });

  test('a set of another person with the same name is not touched', async () => {
    const { world, call, callAs, add } = await start();
    const stranger = await world.addPerson();
    const theirs = await callAs(stranger)<SetSummary>('POST', '/api/recall/sets', { title: 'Bread' });
    const { sets } = await add(utf8(ANKI));
    expect(sets.map(({ id }) => id)).not.toContain(theirs.id);
    expect(await callAs(stranger)<SetDetail>('GET', `/api/recall/sets/${theirs.id}`)).toMatchObject({ points: 0 });
    expect(await call<SetDetail>('GET', `/api/recall/sets/${sets[0]?.id}`)).toMatchObject({ points: 1 });
  });
});
