import type { Kysely } from 'kysely';

import { dayOf, endOfDay } from '#day/domain/day.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { type DailyLimits, type Load, NO_LOAD, withinLimits } from '../domain/day-load.ts';
import { limitsOn } from '../domain/exam.ts';
import { readDoneToday } from './done-today.ts';
import { readExposedToday } from './exposed-today.ts';
import { isInUse } from './in-use.ts';
import { withoutSiblings } from './waiting-siblings.ts';

interface Asked extends Moment {
  readonly person: string;
  readonly setId: string;
  /** The person saw that the set is suspended or today's limit is reached, and starts anyway. */
  readonly anyway: boolean;
  /** Only points with one of these tags, or with a level below one; without any, all points. */
  readonly tags?: readonly string[];
  /** Returns no points, and no refusal, if nothing is ready. */
  readonly onlyReady?: boolean;
}

/**
 * The points a session asks for: first the due ones, most overdue first, then new ones, both within the set's daily
 * limits; the whole set if nothing is due or new. Excludes points told or shown today, and all but one of siblings.
 * Refuses if the person has to confirm first.
 */
export async function pointsToAsk(trx: Kysely<RecallTables>, asked: Asked) {
  const { person, setId, now, preferences, anyway } = asked;
  const set = await trx
    .selectFrom('recall_sets')
    .select(['status', 'new_per_day as newPerDay', 'reviews_per_day as reviewsPerDay', 'exam_on as examOn'])
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  if (set.status !== 'active' && !anyway)
    throw new AppError('refused', `This set is ${set.status}. Make it active to be asked for it.`, {
      reason: `set-${set.status}`,
    });
  const inUse = await trx
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'text', 'question', 'context', 'tags', 'note_id', 'due_at'])
    .where('set_id', '=', setId)
    .where('recall_points.person_id', '=', person)
    .where(isInUse)
    .orderBy('position')
    .orderBy('recall_points.id')
    .execute();
  const rows = inUse.filter((row) => hasTags(row.tags, asked.tags ?? []));
  const by = endOfDay(now, preferences);
  const { pointIds: exposed } = await readExposedToday(trx, person, asked);
  const askable = rows.filter((row) => !exposed.has(row.id));
  const due = askable
    .filter((row) => row.due_at !== null && row.due_at < by)
    .toSorted((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0));
  const fresh = askable.filter((row) => row.due_at === null);
  const there = { due: due.length, fresh: fresh.length };
  const done = (await readDoneToday(trx, person, asked)).get(setId) ?? NO_LOAD;
  // Counts the whole set: tags and points shown today change no limit.
  const allNew = inUse.filter((row) => row.due_at === null).length + done.fresh;
  const limits = limitsOn(set, { examOn: set.examOn, today: dayOf(now, preferences), fresh: allNew });
  const today = anyway ? there : withinLimits(there, limits, done);
  const held = there.due + there.fresh;
  if (asked.onlyReady && today.due + today.fresh === 0) return [];
  if (held > 0 && today.due + today.fresh === 0)
    throw new AppError(
      'refused',
      `${whyNothing(there, limits)} Begin anyway, or raise the limit in the set’s settings.`,
      {
        reason: 'daily-limit',
      },
    );
  const ready = [...due.slice(0, today.due), ...fresh.slice(0, today.fresh)];
  return withoutSiblings(ready.length > 0 ? ready : rows).map(({ id, text, question, context }) => ({
    id,
    text,
    context,
    ...(question !== null && { question }),
  }));
}

/** Whether stored tags include a wanted tag or a level below one. True if no tag is wanted. */
function hasTags(stored: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return stored.split(' ').some((tag) => wanted.some((each) => tag === each || tag.startsWith(`${each}::`)));
}

/** A limit of 0 per day does not change tomorrow. */
function whyNothing({ due, fresh }: Load, { newPerDay, reviewsPerDay }: DailyLimits): string {
  const tomorrow = (newPerDay === 0 ? 0 : fresh) + (reviewsPerDay === 0 ? 0 : due);
  const later = due + fresh - tomorrow;
  if (tomorrow === 0) return `This set’s limits are 0 a day: ${waits(later)}.`;
  return `This set has reached its limits for today: ${waits(tomorrow)} until tomorrow.`;
}

function waits(points: number): string {
  return points === 1 ? 'one point waits' : `${points} points wait`;
}
