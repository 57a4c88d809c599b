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
  };
  /** The FSRS card of a point that was reviewed. `card` is the ts-fsrs card as JSON; `due_at` its due, in ms. */
  point_cards: {
    point_id: string;
    person_id: string;
    due_at: number;
    card: string;
    reviews: number;
    updated_at: number;
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
  };
  /** FSRS weights by id. `weights` is a JSON array. */
  fsrs_weights: { id: string; person_id: string | null; weights: string; created_at: number };
  /** The recall session of a set that is not over. Key: session_id. */
  recall_sessions: { session_id: string; person_id: string; set_id: string; is_open: number };
}
