import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { sourceRow } from '../../../../fixtures/library/source-row.ts';
import { newId, openWorld } from '../../../../fixtures/spine/world.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { hashOf } from './plan-passages.ts';
import { writePassages } from './write-passages.ts';

const paragraph = (subject: string) =>
  `${subject} was the first use of coal that anybody had known of. `.repeat(9).trim();

onDatabase('passages of a source', (open) => {
  async function start() {
    const world = await openWorld(await open());
    const person = await world.addPerson();
    const database = tablesOf<LibraryTables>(world.database);
    const source = { person, sourceId: newId(), language: 'en' };
    await database.write((trx) =>
      trx
        .insertInto('sources')
        .values(sourceRow({ id: source.sourceId, person_id: person }))
        .execute(),
    );
    const read = () =>
      database.read
        .selectFrom('passages')
        .selectAll()
        .where('source_id', '=', source.sourceId)
        .orderBy('number')
        .execute();
    return async (content: string) => {
      await database.write((trx) => writePassages(trx, source, { content, newId, limit: 2_000 }));
      const passages = await read();
      expect(passages.map((passage) => content.slice(passage.start_offset, passage.end_offset))).toEqual(
        passages.map(({ text }) => text),
      );
      expect(passages.map(({ number }) => number)).toEqual(passages.map((_, index) => index + 1));
      return passages;
    };
  }

  test('a passage has its offsets, its hash and its language', async () => {
    const write = await start();
    const [first, second] = await write(`${paragraph('Pumping')}\n\n${paragraph('Melting')}`);
    expect(first?.text).toBe(paragraph('Pumping'));
    expect(first?.hash).toBe(hashOf(paragraph('Pumping')));
    expect([first?.language, second?.language]).toEqual(['en', 'en']);
  });

  test('an edit keeps the passages that it does not touch', async () => {
    const write = await start();
    const before = await write(['Pumping', 'Melting', 'Heating'].map(paragraph).join('\n\n'));
    const after = await write(['Lighting', 'Pumping', 'Rolling', 'Heating'].map(paragraph).join('\n\n'));
    expect(after.map(({ row }) => before.findIndex((held) => held.row === row))).toEqual([-1, 0, -1, 2]);
    expect(after.map(({ id }) => before.findIndex((held) => held.id === id))).toEqual([-1, 0, -1, 2]);
  });

  test('equal passages are distinguished, and an empty text has none', async () => {
    const write = await start();
    const before = await write([paragraph('Pumping'), paragraph('Pumping')].join('\n\n'));
    const after = await write([paragraph('Pumping'), paragraph('Melting'), paragraph('Pumping')].join('\n\n'));
    expect([after[0]?.row, after[2]?.row]).toEqual(before.map(({ row }) => row));
    expect(await write(' \n ')).toEqual([]);
  });

  test('a text of thousands of passages is written and changed', async () => {
    const write = await start();
    const parts = Array.from({ length: 1_200 }, (_, index) => paragraph(`Use ${index}`));
    const before = await write(parts.join('\n\n'));
    expect(before).toHaveLength(1_200);
    const after = await write(['# New', ...parts].join('\n\n'));
    const held = new Set(before.map(({ row }) => row));
    expect(after.filter(({ row }) => !held.has(row))).toHaveLength(1);
  });
});
