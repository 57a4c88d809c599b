import { dayLookup } from '#day/domain/day-lookup.ts';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import {
  type CountedRating,
  type LoggedReview,
  type PointHistory,
  timeSpent,
} from '../../domain/reviews/logged-review.ts';
import type { Disputed } from './disputes.ts';
import type { Instants } from './open-reviews.ts';

/** What the instant of a review is multiplied by before its rating is added: two numbers in one. */
export const RATINGS = 8;

/** The reviews of a point, each column a JSON array; all in the same order, which is the database's own. */
export interface PackedHistory {
  readonly point_id: string;
  /** `at * RATINGS + rating`. */
  readonly graded: string;
  /** In ms, or null. */
  readonly durations: string;
  /** `zone dayStartsAt retention` of those with other settings than the person has now, null of the others. */
  readonly unlike: string;
  /** The last one before these. */
  readonly last_at_before: number | null;
  /** How many have no duration. */
  readonly untimed: number | string;
}

/** The time since the review before, by point and instant, of those without a duration. */
export type Gaps = ReadonlyMap<string, ReadonlyMap<number, number>>;

interface Settings {
  readonly dayAt: (at: number) => string;
  readonly desiredRetention: number;
}

/** Makes a history of what was read. */
export function unpacker(
  { preferences, without }: { preferences: RecallPreferences; without?: Instants },
  disputed: Disputed,
): (row: PackedHistory, gaps: Gaps) => PointHistory {
  const present: Settings = { dayAt: dayLookup(preferences), desiredRetention: preferences.desiredRetention };
  const others = new Map<string, Settings>();
  function settingsOf(packed: string): Settings {
    const known = others.get(packed);
    if (known) return known;
    const [timeZone = '', dayStartsAt = '', retention = ''] = packed.split(' ');
    const settings = {
      dayAt: dayLookup({ timeZone, dayStartsAt: Number(dayStartsAt) }),
      desiredRetention: retention === '' ? preferences.desiredRetention : Number(retention),
    };
    others.set(packed, settings);
    return settings;
  }
  return (row, gaps) => {
    const graded = JSON.parse(row.graded) as number[];
    const durations = JSON.parse(row.durations) as (number | null)[];
    const unlike = row.unlike.includes('"') ? (JSON.parse(row.unlike) as (string | null)[]) : [];
    const ofPoint = disputed.get(row.point_id);
    const gapsOfPoint = gaps.get(row.point_id);
    const left = without?.get(row.point_id);
    const reviews: LoggedReview[] = [];
    for (const index of inOrder(graded)) {
      const both = graded[index] ?? 0;
      const at = Math.floor(both / RATINGS);
      if (left?.has(at)) continue;
      const packed = unlike[index] ?? null;
      const { dayAt, desiredRetention } = packed === null ? present : settingsOf(packed);
      reviews.push({
        day: dayAt(at),
        rating: ofPoint?.get(at) ?? ((both % RATINGS) as CountedRating),
        spentMs: timeSpent(durations[index] ?? gapsOfPoint?.get(at) ?? null),
        desiredRetention,
      });
    }
    const { last_at_before: last } = row;
    return { reviews, dayBefore: last === null ? null : present.dayAt(last) };
  };
}

function inOrder(graded: readonly number[]): Iterable<number> {
  for (let index = 1; index < graded.length; index += 1)
    if ((graded[index] ?? 0) < (graded[index - 1] ?? 0))
      return graded.map((_, each) => each).toSorted((one, other) => (graded[one] ?? 0) - (graded[other] ?? 0));
  return graded.keys();
}
