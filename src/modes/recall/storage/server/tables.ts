import type { Generated } from 'kysely';

export interface RecallTables {
  /** A deleted row keeps the instant in `deleted_at` until it is undone; null otherwise. */
  recall_sets: {
    id: string;
    person_id: string;
    title: string;
    is_sample: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** active: asked and due; paused: kept out of Today; archived: out of sight. */
    status: Generated<'active' | 'paused' | 'archived'>;
    /** 0.7 to 0.97; null for the person's own. */
    desired_retention: Generated<number | null>;
    /** At most so many fresh, or reviewed, points a day; null for no limit. */
    new_per_day: Generated<number | null>;
    reviews_per_day: Generated<number | null>;
    /** What the person wants the tutor to mind in this set; empty for nothing. */
    tutor_instructions: Generated<string>;
    /** What the set is about, for whoever talks of it elsewhere; empty for nothing. */
    description: Generated<string>;
  };
  recall_points: {
    id: string;
    person_id: string;
    set_id: string;
    /** Order in the set; gaps do not matter. */
    position: number;
    text: string;
    context: string;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** When the person said that they know of its lapses; null otherwise. */
    leech_dismissed_at: Generated<number | null>;
  };
  /** The FSRS card of a point that was reviewed. `card` is the ts-fsrs card as JSON; `due_at` its due, in ms. */
  point_cards: {
    point_id: string;
    person_id: string;
    due_at: number;
    card: string;
    reviews: number;
    updated_at: number;
    /** How often it was forgotten after it had been known. */
    lapses: Generated<number>;
  };
  /** One row a review. Unique: session_id, point_id. */
  review_log: {
    id: string;
    person_id: string;
    point_id: string;
    set_id: string;
    session_id: string;
    /** The instant of the review, in ms. */
    at: number;
    /** IANA name of the person's time zone then. */
    time_zone: string;
    /** Minutes after midnight at which the person's day began then. */
    day_starts_at: number;
    /** 1 again, 2 hard, 3 good, 4 easy. */
    rating: number;
    /** The card before the review as JSON. */
    state_before: string;
    weights_id: string;
    /** unaided, hinted, told, or missed: asked for and never recalled. Empty in rows older than this column. */
    how: Generated<string>;
    /** The message of the person that recalled it. */
    message_id: Generated<string | null>;
    /** From the question to the answer, in ms, shared among the points it recalled; null where that is not known. */
    duration_ms: Generated<number | null>;
    /** The retention it was scheduled for; null in rows older than this column. */
    desired_retention: Generated<number | null>;
  };
  /**
   * Totals of the reviews of one session on one of the person's days, as `reviews/domain/day-totals.ts` describes them.
   * They are kept by session so that readers can leave out the sessions that are not over. Key: person_id, session_id,
   * set_id, day.
   */
  review_day_totals: {
    person_id: string;
    session_id: string;
    set_id: string;
    day: string;
    reviews: number;
    spent_ms: number;
    known: number;
    recalled: number;
    desired: number;
    without_desired: number;
  };
  /** What the person says of a grade afterwards: 0 not reviewed, 1 to 4 as in the log. The latest one not undone counts. */
  review_disputes: {
    id: string;
    person_id: string;
    review_id: string;
    point_id: string;
    rating: number;
    at: number;
    undone_at: number | null;
  };
  /** A point was told, whoever told it: recalled later on that day it earns no passing review. Unique: point, message. */
  exposures: {
    id: string;
    person_id: string;
    point_id: string;
    session_id: string;
    message_id: string;
    at: number;
    /** given-away, failed, asked or rabbit-hole. */
    why: string;
  };
  /** FSRS weights by id. `weights` is a JSON array. */
  fsrs_weights: {
    id: string;
    person_id: string | null;
    weights: string;
    created_at: number;
    /** What they were measured at, as JSON; empty for the published ones. */
    figures: Generated<string>;
    /** 1 for the ones that the person's reviews are scheduled with: at most one row a person. */
    is_active: Generated<number>;
  };
  /** A session of a set, over or not, with what the list of them shows. Key: session_id. */
  recall_sessions: {
    session_id: string;
    person_id: string;
    set_id: string;
    /** 0 once it is over. */
    is_open: number;
    is_paused: Generated<number>;
    started_at: Generated<number>;
    ended_at: Generated<number | null>;
    recalled_points: Generated<number>;
    total_points: Generated<number>;
    /** When the person last said something in it, or began it. */
    last_said_at: Generated<number>;
    /** Why points that were recalled or asked for have no review, by id, as JSON; empty for none. */
    ungraded: Generated<string>;
  };
}
