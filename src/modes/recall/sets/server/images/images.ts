import { createHash } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { OwnedPoint } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { imageProblem, imageTypeOf } from '../../domain/images/image-type.ts';
import { type ImageSide, MAX_IMAGES_PER_POINT, type PointImage } from '../../protocol.ts';
import { readPoint } from '../points.ts';

export interface OwnedImage {
  readonly person: string;
  readonly imageId: string;
}

export function noSuchImage(): AppError {
  return new AppError('not-found', 'There is no such image.');
}

interface NewImage extends OwnedPoint {
  readonly id: string;
  readonly side: ImageSide;
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Adds an image to a point. Returns false if an image with this id exists already. */
export async function addImage(
  trx: Transaction<RecallTables>,
  { person, pointId, id, side, bytes, at }: NewImage,
): Promise<boolean> {
  await readPoint(trx, { person, pointId });
  const problem = imageProblem(bytes, bytes.byteLength);
  if (problem !== null) throw new AppError('malformed', problem, { field: 'image' });
  const there = await trx.selectFrom('point_images').select('person_id').where('id', '=', id).executeTakeFirst();
  if (there && there.person_id !== person) throw noSuchImage();
  if (there) return false;
  const { count } = await trx
    .selectFrom('point_images')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_IMAGES_PER_POINT)
    throw new AppError('refused', `A point has at most ${MAX_IMAGES_PER_POINT} images.`, { reason: 'too-many-images' });
  await insertImages(trx, person, { images: [{ id, pointId, side, image: bytes }], at });
  return true;
}

/** Adds images without validation, from bytes or as copies of other images of the person. */
export async function insertImages(
  trx: Transaction<RecallTables>,
  person: string,
  added: {
    readonly images: readonly {
      readonly id: string;
      readonly pointId: string;
      readonly side: ImageSide;
      readonly image: Uint8Array | { readonly copyOf: string };
    }[];
    readonly at: number;
  },
): Promise<void> {
  for (const { id, pointId, side, image } of added.images) {
    const of = { id, person_id: person, point_id: pointId, side, created_at: added.at, deleted_at: null };
    const what = image instanceof Uint8Array ? contentOf(image) : await readContent(trx, person, image.copyOf);
    await trx
      .insertInto('point_images')
      .values({ ...of, ...what })
      .execute();
  }
}

function contentOf(bytes: Uint8Array) {
  return { media_type: String(imageTypeOf(bytes)), size: bytes.byteLength, hash: hashOf(bytes), bytes };
}

function readContent(db: Kysely<RecallTables>, person: string, id: string) {
  return db
    .selectFrom('point_images')
    .select(['media_type', 'size', 'hash', 'bytes'])
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Images of the given points, or of all points of a set, by point, in order of addition. */
export async function readImages(
  db: Kysely<RecallTables>,
  wanted: { readonly person: string } & ({ readonly setId: string } | { readonly pointIds: readonly string[] }),
): Promise<ReadonlyMap<string, readonly PointImage[]>> {
  if ('pointIds' in wanted && wanted.pointIds.length === 0) return new Map();
  let query = db
    .selectFrom('point_images')
    .innerJoin('recall_points', 'recall_points.id', 'point_images.point_id')
    .select(['point_images.id', 'point_id', 'side'])
    .where('point_images.person_id', '=', wanted.person)
    .where('point_images.deleted_at', 'is', null)
    .orderBy('point_images.created_at')
    .orderBy('point_images.id');
  query =
    'setId' in wanted
      ? query.where('set_id', '=', wanted.setId).where('recall_points.deleted_at', 'is', null)
      : query.where('point_id', 'in', [...wanted.pointIds]);
  const images = new Map<string, PointImage[]>();
  for (const { id, point_id, side } of await query.execute())
    images.set(point_id, [...(images.get(point_id) ?? []), { id, side }]);
  return images;
}

/** Sets the time of deletion, or clears it with null. Returns the id of the point, or null if nothing changed. */
export async function markImageDeleted(
  trx: Transaction<RecallTables>,
  { person, imageId }: OwnedImage,
  deletedAt: number | null,
): Promise<string | null> {
  const image = await trx
    .selectFrom('point_images')
    .select(['point_id', 'deleted_at'])
    .where('id', '=', imageId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!image) throw noSuchImage();
  if ((image.deleted_at === null) === (deletedAt === null)) return null;
  await trx
    .updateTable('point_images')
    .set({ deleted_at: deletedAt })
    .where('id', '=', imageId)
    .where('person_id', '=', person)
    .execute();
  return image.point_id;
}

/** Moves an image to a side. Returns the point and the earlier side; null if nothing changed. */
export async function turnImage(
  trx: Transaction<RecallTables>,
  { person, imageId }: OwnedImage,
  side: ImageSide,
): Promise<{ readonly pointId: string; readonly before: string } | null> {
  const image = await trx
    .selectFrom('point_images')
    .select(['point_id', 'side'])
    .where('id', '=', imageId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!image) throw noSuchImage();
  if (image.side === side) return null;
  await trx
    .updateTable('point_images')
    .set({ side })
    .where('id', '=', imageId)
    .where('person_id', '=', person)
    .execute();
  return { pointId: image.point_id, before: image.side };
}

/** Moves all images of a point to another point. */
export async function moveImages(
  trx: Transaction<RecallTables>,
  person: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx
    .updateTable('point_images')
    .set({ point_id: to })
    .where('point_id', '=', from)
    .where('person_id', '=', person)
    .execute();
}
