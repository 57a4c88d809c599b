import { z } from 'zod';

import { fileAnswer, type FileAnswer, fileBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { IMAGE_TYPES, type ImageType, MAX_IMAGE_BYTES } from '../../domain/images/image-type.ts';
import { imageChange, imageParameters, pointImage, setImages } from '../../protocol.ts';
import { requireSet } from '../sets.ts';
import { recordImage } from '../undo/image-actions.ts';
import { addImage, markImageDeleted, noSuchImage, readImages, turnImage } from './images.ts';

/** Accepts larger bodies than valid images, so that the refusal is the one of `imageProblem`. */
const MAX_BODY_BYTES = 2 * MAX_IMAGE_BYTES;

export function imageRoutes({ database, undo, now, newId }: RecallDependencies): Route[] {
  const { read } = database;
  return [
    route({
      method: 'POST',
      path: '/api/recall/points/:pointId/images',
      summary: 'Adds an image to a point: PNG, JPEG, WebP or GIF, of at most 5 MB',
      query: imageParameters,
      body: fileBody,
      maxBytes: MAX_BODY_BYTES,
      answer: pointImage,
      async handle({ person, params, query, body }) {
        const { id = newId(), side } = query;
        const image = { person, pointId: params['pointId'] ?? '', id, side, bytes: body.bytes, at: now() };
        await database.write(async (trx) => {
          if (!(await addImage(trx, image))) return;
          const { pointId } = image;
          await recordImage(undo, trx, { person, pointId, imageId: id, kind: 'image-added' });
        });
        return { id, side };
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/images',
      summary: 'The images of the points of a set',
      answer: setImages,
      async handle({ person, params }) {
        const setId = params['setId'] ?? '';
        await requireSet(read, { person, setId });
        return { images: Object.fromEntries(await readImages(read, { person, setId })) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/images/:imageId',
      summary: 'An image of a point',
      answer: fileAnswer,
      async handle({ person, params }): Promise<FileAnswer> {
        const imageId = params['imageId'] ?? '';
        const image = await read
          .selectFrom('point_images')
          .select(['bytes', 'media_type'])
          .where('id', '=', imageId)
          .where('person_id', '=', person)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (!image) throw noSuchImage();
        const { bytes, media_type: mediaType } = image;
        return { bytes, mediaType, name: `${imageId}.${IMAGE_TYPES[mediaType as ImageType]}` };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/recall/images/:imageId',
      summary: 'Shows an image with the question of its point, or after the answer; it can be undone',
      body: imageChange,
      answer: z.object({ ok: z.literal(true) }),
      async handle({ person, params, body: { side } }) {
        const image = { person, imageId: params['imageId'] ?? '' };
        await database.write(async (trx) => {
          const turned = await turnImage(trx, image, side);
          if (!turned) return;
          const change = { from: { side: turned.before }, to: { side } };
          await recordImage(undo, trx, { ...image, pointId: turned.pointId, kind: 'image-turned', ...change });
        });
        return { ok: true } as const;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/images/:imageId',
      summary: 'Removes an image from its point; it can be undone',
      answer: z.object({ ok: z.literal(true) }),
      async handle({ person, params }) {
        const image = { person, imageId: params['imageId'] ?? '' };
        await database.write(async (trx) => {
          const pointId = await markImageDeleted(trx, image, now());
          if (pointId !== null) await recordImage(undo, trx, { ...image, pointId, kind: 'image-deleted' });
        });
        return { ok: true } as const;
      },
    }),
  ];
}
