import type { BrokenLine, ImageSide } from '../../protocol.ts';

/** The contents of a package of cards, passed from its reader to the import. The person's words are Markdown. */

/** In the order of Anki's numbers for them, which stored reviews have too. */
export const REVIEW_KINDS = ['learning', 'review', 'relearning', 'filtered'] as const;

/** A review made in another program. Manual rescheduling and cramming are none. */
export interface PackageReview {
  /** In ms. No two of one point are equal. */
  readonly at: number;
  /** From 1, Again, to 4, Easy. */
  readonly rating: number;
  readonly durationMs: number;
  readonly kind: (typeof REVIEW_KINDS)[number];
}

export interface PackageSchedule {
  readonly state: 'learning' | 'review' | 'relearning';
  /** In ms. A day without an hour is the beginning of that day for the person. */
  readonly dueAt: number;
  /** Of FSRS, in days; from the interval and the ease where the package has none; null without either. */
  readonly stability: number | null;
  /** Of FSRS, 1 to 10. */
  readonly difficulty: number | null;
  readonly intervalDays: number;
  /** The factor of SM-2, 2.5 at first; null without one. */
  readonly ease: number | null;
  readonly reviews: number;
  readonly lapses: number;
  readonly lastReviewAt: number | null;
  readonly desiredRetention: number | null;
}

export interface PackagePoint {
  /** The same in every export of the note. */
  readonly noteId: string;
  /** `0`, `1` … for the templates of a note, `c1`, `c2` … for its deletions. */
  readonly noteCard: string;
  /** When the note was changed there, in ms. */
  readonly modifiedAt: number;
  /** Levels are divided by `::`. */
  readonly deck: string;
  /** In their order, without spaces. Levels are divided by `::`. */
  readonly tags: readonly string[];
  readonly question: string | null;
  readonly text: string;
  readonly context: string;
  /** In their order. The bytes come with the first point that shows an image, or before. */
  readonly images: readonly { readonly side: ImageSide; readonly key: string }[];
  readonly isSuspended: boolean;
  /** Null for a new point. */
  readonly schedule: PackageSchedule | null;
  /** By their time, from the last time that the point was made new. */
  readonly reviews: readonly PackageReview[];
}

export interface PackageDeck {
  readonly name: string;
  /** Null where the package does not say. */
  readonly newPerDay: number | null;
  readonly reviewsPerDay: number | null;
  readonly desiredRetention: number | null;
}

export interface PackageHead {
  /** Those with cards, by name. */
  readonly decks: readonly PackageDeck[];
  /** Hour of the day, 0 to 23; null where the package does not say. */
  readonly dayStartsAt: number | null;
  readonly cards: number;
}

export interface PackageBatch {
  readonly points: readonly PackagePoint[];
  readonly images: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** What becomes no part of a point. `line`: the number of the note, from 1. */
  readonly left: readonly BrokenLine[];
}
