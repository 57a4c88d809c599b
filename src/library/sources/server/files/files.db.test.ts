import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import type { AddedSources } from '../../protocol.ts';

const bytes = new Uint8Array([37, 80, 68, 70, 0, 255]);

onDatabase('files', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const upload = async (query: Record<string, string>, given: Uint8Array = bytes) => {
      const { results } = await world.call<AddedSources>(
        'POST',
        `/api/library/files?${new URLSearchParams(query).toString()}`,
        { bytes: given, mediaType: 'application/pdf' },
      );
      return results[0];
    };
    return { ...world, upload };
  }

  test('a file is stored unchanged, waits to be read, and can be downloaded', async () => {
    const { upload, detail, call, undo } = await start();
    const added = await upload({ name: 'C:\\papers\\Sleep_and memory.v2.pdf', id: 'mine' });
    expect(added).toMatchObject({
      outcome: 'added',
      source: { id: 'mine', kind: 'article_clip', origin: 'file', title: 'Sleep and memory.v2', state: 'waiting' },
    });
    expect(await detail('mine')).toMatchObject({
      content: '',
      file: { name: 'Sleep_and memory.v2.pdf', mediaType: 'application/pdf', size: 6 },
    });
    const file = await call<{ name: string; bytes: Uint8Array }>('GET', '/api/library/sources/mine/file');
    expect([file.name, [...file.bytes]]).toEqual(['Sleep_and memory.v2.pdf', [...bytes]]);
    expect(await undo()).toBe('Added the source “Sleep and memory.v2”');
    await expect(call('GET', '/api/library/sources/mine/file')).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('the same file again matches the existing source, unless it is wanted; a deleted source does not match', async () => {
    const { upload, call, list } = await start();
    const first = await upload({ name: 'one.pdf' });
    expect(await upload({ name: 'other.pdf' })).toMatchObject({
      outcome: 'existing',
      sameBy: 'text',
      source: { id: first?.source.id },
    });
    expect(await upload({ name: 'other.pdf', isWanted: 'true', id: 'again' })).toMatchObject({ outcome: 'added' });
    expect(await upload({ name: 'other.pdf', id: 'again' })).toMatchObject({
      outcome: 'added',
      source: { id: 'again' },
    });
    expect((await list()).total).toBe(2);
    await call('POST', '/api/library/sources/delete', { ids: [first?.source.id, 'again'] });
    expect(await upload({ name: 'one.pdf' })).toMatchObject({ outcome: 'added' });
  });

  test('title and kind come from the file name, without direction marks or folders', async () => {
    const { upload, detail } = await start();
    const names = [
      ['note.md', 'note', 'note'],
      ['plain.TXT', 'plain', 'note'],
      ['../../etc/passwd', 'passwd', 'article_clip'],
      ['..', 'file', 'article_clip'],
      ['photo\u202Efdp.exe', 'photofdp', 'article_clip'],
      ['\u0000\u0007\n.pdf', '.pdf', 'article_clip'],
      ['Заметки 📝.html', 'Заметки 📝', 'article_clip'],
      ['שלום.docx', 'שלום', 'article_clip'],
      [`${'long'.repeat(100)}.pdf`, 'long'.repeat(49), 'article_clip'],
      ["'; drop table sources; --.pdf", "'; drop table sources; --", 'article_clip'],
    ] as const;
    for (const [at, [name, title, kind]] of names.entries()) {
      const { source } = (await upload({ name }, new Uint8Array([...bytes, at]))) ?? {};
      expect(source).toMatchObject({ title, kind });
      expect((await detail(source?.id ?? '')).file?.name).not.toMatch(/[\p{Cc}\u202e/\\]/u);
    }
  });

  test('an empty file, an unknown bucket and another person’s id are rejected', async () => {
    const { upload, addOne, as, world, call } = await start();
    await expect(upload({ name: 'a.pdf' }, new Uint8Array())).rejects.toMatchObject({ kind: 'malformed' });
    await expect(upload({ name: 'a.pdf', bucketId: 'none' })).rejects.toMatchObject({ kind: 'not-found' });
    const theirs = await as(await world.addPerson()).addOne({ content: 'Theirs.' });
    await expect(upload({ name: 'a.pdf', id: theirs })).rejects.toMatchObject({ kind: 'not-found' });
    const note = await addOne({ content: 'No file.' });
    await expect(call('GET', `/api/library/sources/${note}/file`)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
