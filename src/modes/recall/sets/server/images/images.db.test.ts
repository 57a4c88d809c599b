import { expect, test } from 'vitest';

import { checkFiles } from '#person-data/server/check-files.ts';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { recallData } from '../../../server/recall-data.ts';
import { type PointImage, type RecallPoint, type SetDetail, type SetImages, type SetSummary } from '../../protocol.ts';

const GIF = Uint8Array.from('GIF89a and more', (sign) => sign.charCodeAt(0));
const SVG = Uint8Array.from('<svg onload="alert(1)">', (sign) => sign.charCodeAt(0));

onDatabase('images of points', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call } = world;
    const { id: setId } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Hearts' });
    const point = await call<RecallPoint>('POST', `/api/recall/sets/${setId}/points`, { text: 'Four chambers.' });
    const path = `/api/recall/points/${point.id}/images`;
    return {
      ...world,
      setId,
      pointId: point.id,
      add: (query = '', bytes = GIF) => call<PointImage>('POST', `${path}${query}`, { bytes, mediaType: 'text/html' }),
      images: async (set = setId) =>
        (await call<SetDetail>('GET', `/api/recall/sets/${set}`)).items.map(({ text, images }) => [text, images]),
    };
  }

  test('an image is stored unchanged with its side, and its type comes from its bytes', async () => {
    const { add, images, call, setId, pointId } = await start();
    const asked = await add('?id=mine&side=question');
    await add('?id=mine&side=question');
    const answer = await add();
    expect([asked, answer]).toMatchObject([{ id: 'mine', side: 'question' }, { side: 'answer' }]);
    expect(await images()).toEqual([['Four chambers.', expect.arrayContaining([asked, answer])]]);
    const { images: ofSet } = await call<SetImages>('GET', `/api/recall/sets/${setId}/images`);
    expect(Object.keys(ofSet)).toEqual([pointId]);
    const file = await call<{ bytes: Uint8Array; mediaType: string; name: string }>('GET', '/api/recall/images/mine');
    expect({ ...file, bytes: [...file.bytes] }).toEqual({
      bytes: [...GIF],
      mediaType: 'image/gif',
      name: 'mine.gif',
    });
  });

  test('adding and removing can be undone; an image is deleted and restored with its point', async () => {
    const { add, images, undo, call, pointId } = await start();
    const image = await add();
    await call('DELETE', `/api/recall/images/${image.id}`);
    await call('DELETE', `/api/recall/images/${image.id}`);
    expect(await images()).toEqual([['Four chambers.', []]]);
    await expect(call('GET', `/api/recall/images/${image.id}`)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await undo()).toBe('Removed an image from a point of “Hearts”');
    expect(await images()).toEqual([['Four chambers.', [image]]]);
    await call('DELETE', `/api/recall/points/${pointId}`);
    await undo();
    expect(await images()).toEqual([['Four chambers.', [image]]]);
    expect(await undo()).toBe('Added an image to a point of “Hearts”');
    expect(await images()).toEqual([['Four chambers.', []]]);
  });

  test('an image moves to the other side once, and undo moves it back', async () => {
    const { add, images, undo, call } = await start();
    const { id } = await add();
    for (let again = 0; again < 2; again += 1) await call('PATCH', `/api/recall/images/${id}`, { side: 'question' });
    expect(await images()).toEqual([['Four chambers.', [{ id, side: 'question' }]]]);
    expect(await undo()).toBe('Moved an image of a point of “Hearts”');
    expect(await images()).toEqual([['Four chambers.', [{ id, side: 'answer' }]]]);
  });

  test('the first part of a split point gets its images, and undo returns them', async () => {
    const { add, images, undo, call, pointId } = await start();
    const image = await add();
    await call('POST', `/api/recall/points/${pointId}/split`, {
      parts: [{ text: 'Two atria.' }, { text: 'Two more.' }],
    });
    expect(await images()).toEqual([
      ['Two atria.', [image]],
      ['Two more.', []],
    ]);
    await undo();
    expect(await images()).toEqual([['Four chambers.', [image]]]);
  });

  test('SVG, files that are not images, large images and too many images are refused', async () => {
    const { add, call, database } = await start();
    await expect(add('', SVG)).rejects.toMatchObject({ message: expect.stringContaining('SVG') as string });
    await expect(add('', new Uint8Array())).rejects.toMatchObject({ kind: 'malformed', detail: { field: 'image' } });
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(GIF);
    await expect(add('', large)).rejects.toMatchObject({ message: 'An image has at most 5 MB.' });
    await expect(add('?side=back')).rejects.toThrow();
    await add('?id=mine');
    for (let more = 0; more < 9; more += 1) await add();
    await expect(add()).rejects.toMatchObject({ detail: { reason: 'too-many-images' } });
    await call('DELETE', '/api/recall/images/mine');
    await add();
    const checked = () => checkFiles(database.read as never, [recallData]);
    expect(await checked()).toEqual({ files: 11, damaged: [] });
    await database.write((trx) =>
      trx.updateTable('point_images').set({ bytes: SVG }).where('id', '=', 'mine').execute(),
    );
    expect(await checked()).toEqual({
      files: 11,
      damaged: [{ table: 'point_images', name: 'the image mine of a point' }],
    });
  });
});
