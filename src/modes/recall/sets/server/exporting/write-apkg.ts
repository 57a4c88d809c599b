import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { writeZip } from '#person-data/server/write-zip.ts';

import { readDisputes } from '../../../scheduling/server/reviews/review-log.ts';
import { activeWeightsOf } from '../../../scheduling/server/scheduler-settings.ts';
import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import { firstDay } from '../../domain/exporting/card-columns.ts';
import { notesOf } from '../../domain/exporting/notes-of.ts';
import { pathOfSet } from '../../domain/set-path.ts';
import { AnkiCollection, type CollectionOf } from './anki-collection.ts';
import { type Exported, type ExportedSet, readPointsOf, readReviewsOf } from './read-sets.ts';

/** Number of notes whose reviews are in memory at the same time. */
const NOTES_AT_ONCE = 500;
const COLLECTION = 'collection.anki2';

export interface ApkgOf {
  readonly sets: readonly ExportedSet[];
  readonly preferences: RecallPreferences;
  /** Path of the file, which must not exist yet. */
  readonly target: string;
  /** In ms. */
  readonly now: number;
}

/** Writes sets as an Anki package (`collection.anki2`, schema 11) with images and reviews. */
export async function writeApkg(of: Exported, made: ApkgOf): Promise<void> {
  const { sets, target, now } = made;
  const directory = await mkdtemp(path.join(path.dirname(target), 'apkg-'));
  try {
    // The name of each file in the package is its index in this set.
    const media = new Set<string>();
    const collection = new AnkiCollection(path.join(directory, COLLECTION), await foundationOf(of, made));
    try {
      const disputed = await readDisputes(of.read, { person: of.person });
      for (const set of sets) {
        const all = await readPointsOf(of, set.id);
        for (const { id, file } of all.flatMap(({ images }) => images)) {
          if (media.has(file)) continue;
          await writeFile(path.join(directory, String(media.size)), await readImage(of, id));
          media.add(file);
        }
        const notes = notesOf(all, set.title);
        collection.addDeck({ ...set, name: pathOfSet(set) });
        for (let from = 0; from < notes.length; from += NOTES_AT_ONCE) {
          const part = notes.slice(from, from + NOTES_AT_ONCE);
          const points = part.flatMap(({ cards }) => cards.map(({ point }) => point));
          collection.addNotes(part, await readReviewsOf(of, points, disputed));
        }
      }
      collection.finish();
    } finally {
      collection.close();
    }
    const named = Object.fromEntries([...media].entries());
    await writeFile(path.join(directory, 'media'), JSON.stringify(named));
    await writeZip({ target, directory, files: [COLLECTION, 'media', ...Object.keys(named)], at: now });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readImage({ read, person }: Exported, id: string): Promise<Uint8Array> {
  const { bytes } = await read
    .selectFrom('point_images')
    .select('bytes')
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Settings that all cards of a package share. */
async function foundationOf({ read, person }: Exported, { preferences, now }: ApkgOf): Promise<CollectionOf> {
  const { timeZone, dayStartsAt } = preferences;
  const cut = { timeZone, dayStartsAt };
  const point = await read
    .selectFrom('recall_points')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  const review = await read
    .selectFrom('review_log')
    .select((eb) => eb.fn.min('at').as('at'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  const oldest = Math.min(now, Number(point?.at ?? now), Number(review?.at ?? now));
  const { weights } = await activeWeightsOf(read, person);
  return {
    days: { first: firstDay(oldest, cut), cut },
    decay: weights.at(-1) ?? 0,
    desiredRetention: preferences.desiredRetention,
    now,
  };
}
