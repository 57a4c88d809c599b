import type { DayCut } from '#day/domain/day.ts';

import { dayTotals, type DayTotals } from '../../../scheduling/domain/reviews/day-totals.ts';
import type { CardHistory } from './card-history.ts';

interface Counted {
  readonly pointId: string;
  readonly setId: string;
  readonly reviews: CardHistory['reviews'];
  readonly desiredRetention: number | null;
}

const SUMS = [
  'reviews',
  'spent_ms',
  'known',
  'recalled',
  'desired',
  'without_desired',
  'judged',
  'judged_recalled',
] as const;

/** Day totals of reviews that were made elsewhere and are imported. */
export class ImportedTotals {
  readonly #importId: string;
  readonly #cut: DayCut;
  readonly #totals = new Map<string, DayTotals>();

  constructor(importId: string, { timeZone, dayStartsAt }: DayCut) {
    this.#importId = importId;
    this.#cut = { timeZone, dayStartsAt };
  }

  add(points: readonly Counted[]): void {
    const { timeZone: time_zone, dayStartsAt: day_starts_at } = this.#cut;
    const reviews = points.flatMap(({ pointId, setId, reviews: own, desiredRetention }) =>
      own.map(([at, rating, durationMs]) => ({
        id: `${pointId} ${at}`,
        session_id: this.#importId,
        set_id: setId,
        point_id: pointId,
        at,
        time_zone,
        day_starts_at,
        rating,
        duration_ms: durationMs,
        desired_retention: desiredRetention,
        self_checked: 0,
      })),
    );
    for (const totals of dayTotals(reviews, new Map())) {
      const key = `${totals.set_id} ${totals.day}`;
      const there = this.#totals.get(key);
      if (there) for (const name of SUMS) there[name] += totals[name];
      else this.#totals.set(key, totals);
    }
  }

  rowsOf(person: string) {
    return Array.from(this.#totals.values(), (row) => ({ person_id: person, ...row }));
  }
}
