import path from 'node:path';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { openSqlite } from '#platform/database/engines/sqlite.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';

const ODD = [
  'NUL \u0000 and \u0007 bell',
  'a lone surrogate \ud83d and another \udc00',
  '\u202Eright to left\u202C and עברית and العربية',
  'e\u0301 combining, ﬁ ligature, ｗｉｄｅ',
  '👩‍👩‍👧‍👦 family, 🏳️‍🌈 flag',
  '\u2028line\u2029paragraph\r\nreturn\rold mac',
  `'; drop table sources; -- " \\ %_ $1 ?`,
  '<script>alert(1)</script>[x](javascript:alert(1))',
  '[[[[[]]|]] [[|]] ![[#]] [[a|b|c]]',
  `${'['.repeat(5_000)}${'*'.repeat(5_000)}${'`'.repeat(5_000)}`,
  `${'> '.repeat(2_000)}deep`,
  'x'.repeat(300_000),
  '石炭'.repeat(50_000),
];

onDatabase('unusual input', (open) => {
  test('every text is stored as far as both databases can, and found again by its hash', async () => {
    const { add, detail, list, overview } = await openLibraryWorld(await open());
    for (const [index, content] of ODD.entries()) {
      const tags = [content.slice(0, 50)];
      const [added] = await add({
        content,
        // Titles with marks that change the text direction are rejected.
        title: content.slice(0, 100).replace(/[\u202A-\u202E]/gu, ''),
        tags,
        url: `https://example.org/${index}/${content.slice(0, 30).replace(/\s/g, '')}`,
      });
      const id = added?.source.id ?? '';
      const shown = await detail(id);
      expect(shown.content.isWellFormed()).toBe(true);
      expect(shown.content.replaceAll('\ufffd', '').length).toBeGreaterThan(content.trim().length * 0.8 - 5);
      for (const { start, end } of shown.passages) expect(shown.content.slice(start, end).trim()).not.toBe('');
      expect(await add({ content })).toMatchObject([{ outcome: 'existing', source: { id } }]);
      for (const tag of shown.tags) {
        const tagged = await list(`?tag=${encodeURIComponent(tag)}`);
        expect(tagged.sources.map((source) => source.id)).toContain(id);
      }
    }
    expect((await overview()).counts.all).toBe(ODD.length);
  });

  test('unusual filters find nothing and break nothing', async () => {
    const { list, add } = await openLibraryWorld(await open());
    await add({ content: 'One.', tags: ['a'] });
    for (const odd of ['\u0000', '%', '_', `'`, '"', '\\', '[', '\ud800', 'x'.repeat(5_000)]) {
      const value = encodeURIComponent(odd.toWellFormed());
      expect((await list(`?tag=${value}`)).total).toBe(odd === '\u0000' ? (await list('?tag=')).total : 0);
      expect((await list(`?bucket=${value}`)).total).toBe(0);
    }
  });

  test('a text over the limit is rejected with a remedy', async () => {
    const { add, addOne, change } = await openLibraryWorld(await open());
    const content = 'word '.repeat(2_000_001);
    const refused = /at most 10 million characters.*in parts/s;
    await expect(add({ content })).rejects.toThrow(refused);
    const id = await addOne({ content: 'short' });
    await expect(change(id, { version: 1, content })).rejects.toThrow(refused);
  });
});

describe('a full disk', () => {
  test('stores nothing of a rejected request, and accepts the same request when there is room', async () => {
    const database = await openSqlite(path.join(temporaryFolder(), 'warren.db'));
    const { add, addOne, change, detail, list, call } = await openLibraryWorld(database);
    const id = await addOne({ content: 'A note.' });
    const limit = (isFull: boolean) =>
      database.write(async (trx) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
        const pages = isFull ? (rows[0]?.page_count ?? 0) : 1_000_000_000;
        await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(trx);
      });
    await limit(true);
    const long = { id: 'long', content: 'Many words. '.repeat(50_000) };
    const full = { kind: 'disk-full' };
    await expect(add(long)).rejects.toMatchObject(full);
    await expect(change(id, { version: 1, content: long.content })).rejects.toMatchObject(full);
    const file = { bytes: new Uint8Array(1_000_000), mediaType: '' };
    await expect(call('POST', '/api/library/files?name=a.pdf', file)).rejects.toMatchObject(full);
    expect((await list()).total).toBe(1);
    expect(await detail(id)).toMatchObject({ content: 'A note.', version: 1 });
    await limit(false);
    await add(long);
    expect(await change(id, { version: 1, content: 'Longer.' })).toMatchObject({ version: 2 });
    expect((await list()).total).toBe(2);
    await database.close();
  });
});
