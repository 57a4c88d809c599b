import type { BrokenLine, ImageSide } from '../../protocol.ts';

/** Contents of a card package, passed from the reader to the import. Texts of the person are Markdown. */

/** The index is Anki's number of the kind, which stored reviews use too. */
export const REVIEW_KINDS = ['learning', 'review', 'relearning', 'filtered'] as const;

/** A review made in another program. Excludes manual rescheduling and cramming. */
export interface PackageReview {
  /** In ms; unique within a point. */
  readonly at: number;
  /** 1 (Again) to 4 (Easy). */
  readonly rating: number;
  readonly durationMs: number;
  readonly kind: (typeof REVIEW_KINDS)[number];
}

export interface PackageSchedule {
  readonly state: 'learning' | 'review' | 'relearning';
  /** In ms. A due day without a time means the start of the person's day. */
  readonly dueAt: number;
  /** FSRS stability in days, derived from interval and ease if the package has none; null if it has neither. */
  readonly stability: number | null;
  /** FSRS difficulty, 1 to 10. */
  readonly difficulty: number | null;
  readonly intervalDays: number;
  /** SM-2 ease factor, initially 2.5; null if the card has none. */
  readonly ease: number | null;
  readonly reviews: number;
  readonly lapses: number;
  readonly lastReviewAt: number | null;
  readonly desiredRetention: number | null;
}

export interface PackagePoint {
  /** Stable across exports of the note. */
  readonly noteId: string;
  /** `0`, `1` … for templates of the note, `c1`, `c2` … for its deletions. */
  readonly noteCard: string;
  /** Last change of the note in the other program, in ms. */
  readonly modifiedAt: number;
  /** Levels are separated by `::`. */
  readonly deck: string;
  /** In order, without spaces. Levels are separated by `::`. */
  readonly tags: readonly string[];
  readonly question: string | null;
  readonly text: string;
  readonly context: string;
  /** In order. The bytes of an image arrive with the first point that shows it, or earlier. */
  readonly images: readonly { readonly side: ImageSide; readonly key: string }[];
  readonly isSuspended: boolean;
  /** Null for a new point. */
  readonly schedule: PackageSchedule | null;
  /** Sorted by time, since the last reset of the point to new. */
  readonly reviews: readonly PackageReview[];
}

export interface PackageDeck {
  readonly name: string;
  /** Null if the package has none. */
  readonly newPerDay: number | null;
  readonly reviewsPerDay: number | null;
  readonly desiredRetention: number | null;
}

export interface PackageHead {
  /** Decks that have cards, sorted by name. */
  readonly decks: readonly PackageDeck[];
  /** Hour of the day, 0 to 23; null if the package has none. */
  readonly dayStartsAt: number | null;
  readonly cards: number;
}

export interface PackageBatch {
  readonly points: readonly PackagePoint[];
  readonly images: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** Content that is left out. `line` is the number of the note, from 1. */
  readonly left: readonly BrokenLine[];
}
