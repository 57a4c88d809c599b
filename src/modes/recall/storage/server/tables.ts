import type { Generated } from 'kysely';

export interface RecallTables {
  /** `deleted_at` is the time of deletion, and null unless deleted. */
  recall_sets: {
    id: string;
    person_id: string;
    title: string;
    is_sample: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** active: due points are asked for; paused: left out of Today; archived: hidden. */
    status: Generated<'active' | 'paused' | 'archived'>;
    /** 0.7 to 0.97; null for the person's setting. */
    desired_retention: Generated<number | null>;
    /** Maximum number of new, or due, points per day; null for no limit. */
    new_per_day: Generated<number | null>;
    reviews_per_day: Generated<number | null>;
    tutor_instructions: Generated<string>;
    /** The set's description, which agents in rabbit holes get; can be empty. */
    description: Generated<string>;
    /** The folder of the set, with levels divided by `::`; empty for none. */
    folder: Generated<string>;
    /** The day of its exam, `YYYY-MM-DD`; null for none. */
    exam_on: Generated<string | null>;
  };
  recall_points: {
    id: string;
    person_id: string;
    set_id: string;
    /** Order in the set; can have gaps. */
    position: number;
    text: string;
    context: string;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** When the person dismissed the point as a leech; null otherwise. */
    leech_dismissed_at: Generated<number | null>;
    /** The source in the library that it was made from, which can be deleted since; null without one. */
    source_id: Generated<string | null>;
    /** The sentence it was made from, as it was in the source, and its range there; null if code did not find it. */
    source_sentence: Generated<string | null>;
    source_start: Generated<number | null>;
    source_end: Generated<number | null>;
    /** The session of a terminal that it came from; null without one. */
    moment_session_id: Generated<string | null>;
    /** The moment that it came from, as JSON: `StoredMoment`; null without one. */
    moment: Generated<string | null>;
    /** The question that it answers; null without one. */
    question: Generated<string | null>;
    /** In the format of `storedTags`; empty for none. */
    tags: Generated<string>;
    /** Time of suspension: no session asks for the point, and nothing counts it as due or new. Null otherwise. */
    suspended_at: Generated<number | null>;
    /** The note that it came from. A person's points of one note are siblings: one session asks for one of them. */
    note_id: Generated<string | null>;
    /** The card of the note: '0', '1', … by the note's templates, 'c1', 'c2', … by its deletions. */
    note_card: Generated<string | null>;
  };
  /** A point that a program proposes: in no set until the person accepts it. Unique: person_id, words_key. */
  proposed_points: {
    id: string;
    person_id: string;
    /** The access token of the program. */
    program_id: string;
    /** Its name at that time. */
    client: string;
    /** The session of a terminal in which the program ran; null without one. */
    session_id: string | null;
    /** The set that it suggests; empty for none. */
    set_name: string;
    text: string;
    question: string;
    context: string;
    /** The source that it was made from, and the sentence there; null and empty without one. */
    source_id: string | null;
    sentence: string;
    /** Equal for points with the same words. */
    words_key: string;
    created_at: number;
    /** When it was accepted or dropped. The row stays for undo, and so that the point is not proposed again. */
    decided_at: number | null;
    /** The id of the request that decided it. */
    decision_id: string | null;
  };
  point_images: {
    id: string;
    person_id: string;
    point_id: string;
    side: 'question' | 'answer';
    /** One of `IMAGE_TYPES`, detected from the bytes. */
    media_type: string;
    /** In bytes. */
    size: number;
    /** SHA-256 of the bytes. */
    hash: string;
    bytes: Uint8Array;
    created_at: number;
    deleted_at: number | null;
  };
  /** The FSRS card of a reviewed point. `card` is the ts-fsrs card as JSON; `due_at` is its due time in ms. */
  point_cards: {
    point_id: string;
    person_id: string;
    due_at: number;
    card: string;
    reviews: number;
    updated_at: number;
    /** The number of times the point was forgotten after it had been known. */
    lapses: Generated<number>;
  };
  /** An import of cards. Its id takes the place of a session in `review_day_totals`. */
  deck_imports: {
    id: string;
    person_id: string;
    started_at: number;
    /** Rows of an import that is `writing` are invisible; nothing of an import that is `undone` counts. */
    state: 'writing' | 'done' | 'undone';
    /** The rows that it added to each set, as JSON: `DeckPart[]`. */
    parts: string;
    /** The person's time zone and day start at that time, which define the days of its reviews. */
    time_zone: string;
    day_starts_at: number;
  };
  /** The history that a point brought from another program. Never changed. */
  imported_histories: {
    point_id: string;
    person_id: string;
    import_id: string;
    /** The card after the last imported review; its stability and due day come from the other program. */
    card: string | null;
    /** The imported reviews, oldest first, as JSON: `ImportedReview[]`. Can be empty. */
    reviews: string;
    review_count: number;
  };
  /** One row per review. Unique: session_id, point_id. */
  review_log: {
    id: string;
    person_id: string;
    point_id: string;
    set_id: string;
    session_id: string;
    /** Time of the review, in ms. */
    at: number;
    /** IANA name of the person's time zone at that time. */
    time_zone: string;
    /** The person's day start at that time, in minutes after midnight. */
    day_starts_at: number;
    /** 1 again, 2 hard, 3 good, 4 easy. */
    rating: number;
    /** The card before the review, as JSON. */
    state_before: string;
    weights_id: string;
    /**
     * unaided, hinted, helped (after a cloze or first letters), told, or missed (asked for and never recalled). Empty
     * in rows older than this column.
     */
    how: Generated<string>;
    /** The message of the person that recalled it. */
    message_id: Generated<string | null>;
    /** From the question to the answer, in ms, divided among the points it recalled; null if unknown. */
    duration_ms: Generated<number | null>;
    /** The desired retention it was scheduled with; null in rows older than this column. */
    desired_retention: Generated<number | null>;
    /** 1 if the person judged the answer in a self-check. */
    self_checked: Generated<number>;
    /** 1 if its interval was spread; 0 in rows older than this column. */
    is_fuzzed: Generated<number>;
  };
  /**
   * Totals of the reviews of one session on one of the person's days, as `scheduling/domain/reviews/day-totals.ts`
   * describes them. Stored per session so that readers can leave out unfinished sessions. Key: person_id, session_id,
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
    judged: Generated<number>;
    judged_recalled: Generated<number>;
  };
  /**
   * The person's dispute of a grade: 0 not reviewed, 1 to 4 as in the log. The latest one that is not undone counts.
   */
  review_disputes: {
    id: string;
    person_id: string;
    review_id: string;
    point_id: string;
    rating: number;
    at: number;
    undone_at: number | null;
  };
  /** A point was told: recalled later that day, it earns no passing review. Unique: point, message. */
  exposures: {
    id: string;
    person_id: string;
    point_id: string;
    session_id: string;
    message_id: string;
    at: number;
    /** given-away, failed, asked, rabbit-hole, self-check or shown. */
    why: string;
  };
  /** FSRS weights by id. `weights` is a JSON array. */
  fsrs_weights: {
    id: string;
    person_id: string | null;
    weights: string;
    created_at: number;
    /** Results of their trial, as JSON; empty for the published weights. */
    figures: Generated<string>;
    /** 1 for the weights in use; at most one row per person. */
    is_active: Generated<number>;
  };
  /** A session, finished or not, with the columns of the session list. Key: session_id. */
  recall_sessions: {
    session_id: string;
    person_id: string;
    /** The first of its sets. */
    set_id: string;
    /** 0 once the session is over. */
    is_open: number;
    is_paused: Generated<number>;
    started_at: Generated<number>;
    ended_at: Generated<number | null>;
    recalled_points: Generated<number>;
    total_points: Generated<number>;
    /** When the person last sent a message, or started the session. */
    last_said_at: Generated<number>;
    /** Why recalled or asked points have no review, by point id, as JSON; can be empty. */
    ungraded: Generated<string>;
  };
  /** The sets that a session asks for, and its progress in each. Key: session_id, set_id. */
  recall_session_sets: {
    session_id: string;
    set_id: string;
    person_id: string;
    recalled_points: Generated<number>;
    total_points: Generated<number>;
  };
}
