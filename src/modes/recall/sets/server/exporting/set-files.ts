import { csvLine } from '#person-data/domain/csv.ts';

import { IMAGE_TYPES, type ImageType } from '../../domain/images/image-type.ts';
import { pathOfSet } from '../../domain/set-path.ts';
import { tagsOf } from '../../domain/tags.ts';
import { momentOf } from '../points.ts';
import { chosenOf, type Exported, imagesOf, readSetRows, type Wanted } from './read-sets.ts';

/**
 * Yields sets with their points as JSON objects, with one set in memory at a time. Images are named by their paths in
 * the export of everything.
 */
export async function* setsOf(of: Exported, wanted: Wanted) {
  const { read, person } = of;
  for (const set of await readSetRows(of, wanted)) {
    let query = read
      .selectFrom('recall_points as p')
      .leftJoin('point_cards as c', 'c.point_id', 'p.id')
      .select(['p.id', 'p.text', 'p.question', 'p.context', 'p.tags', 'p.suspended_at', 'p.created_at', 'p.deleted_at'])
      .select(['p.moment_session_id', 'p.moment', 'c.due_at', 'c.reviews', 'c.lapses'])
      .where('p.person_id', '=', person)
      .where('p.set_id', '=', set.id)
      .orderBy('p.position')
      .orderBy('p.id');
    if (!wanted.hasDeleted) query = query.where('p.deleted_at', 'is', null);
    const points = chosenOf(of, await query.execute());
    const images = await imagesOf(of, set.id);
    yield {
      id: set.id,
      title: set.title,
      description: set.description,
      folder: set.folder,
      status: set.status,
      exam: set.exam_on,
      created: when(set.created_at),
      deleted: when(set.deleted_at),
      points: points.map(({ id, text, question, context, tags, ...point }) => ({
        id,
        text,
        question,
        context,
        tags: tagsOf(tags),
        from: momentOf(point) ?? null,
        suspended: when(point.suspended_at),
        images: (images.get(id) ?? []).map(imageFile),
        created: when(point.created_at),
        deleted: when(point.deleted_at),
        due: when(point.due_at),
        reviews: point.reviews ?? 0,
        lapses: point.lapses ?? 0,
      })),
    };
  }
}

/** Path of an image in the export of everything. The file name is the id of the image. */
export function imageFile({ id, media_type }: { readonly id: string; readonly media_type: string }): string {
  return `recall/images/${id}.${IMAGE_TYPES[media_type as ImageType]}`;
}

const COLUMNS = [
  'set',
  'point',
  'context',
  'due',
  'reviews',
  'lapses',
  'deleted',
  'set_id',
  'point_id',
  'question',
  'tags',
  'suspended',
];

type SetOfFile = ReturnType<typeof setsOf> extends AsyncIterable<infer Each> ? Each : never;
interface CsvSet extends Pick<SetOfFile, 'id' | 'title' | 'folder' | 'deleted'> {
  readonly points: readonly Omit<SetOfFile['points'][number], 'from' | 'images' | 'created'>[];
}

/** Sets as CSV, one row per point. Sets have their whole names. */
export async function* csvOf(sets: AsyncIterable<CsvSet>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const set of sets)
    for (const point of set.points)
      yield csvLine([
        pathOfSet(set),
        point.text,
        point.context,
        point.due,
        point.reviews,
        point.lapses,
        point.deleted ?? set.deleted,
        set.id,
        point.id,
        point.question,
        point.tags.join(' '),
        point.suspended,
      ]);
}

const when = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
