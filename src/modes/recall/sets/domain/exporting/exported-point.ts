import type { StoredCard } from '../../../scheduling/domain/scheduling.ts';
import type { ImageSide } from '../../protocol.ts';
import type { PackageReview } from '../deck/package.ts';

/** A point with all data that exports can include. Times are in ms. */
export interface ExportedPoint {
  readonly id: string;
  readonly text: string;
  readonly question: string | null;
  readonly context: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly suspendedAt: number | null;
  /** Note of another program that the point came from. Points of one note are siblings. */
  readonly noteId: string | null;
  /** `0`, `1` … for templates of the note, `c1`, `c2` … for its deletions. */
  readonly noteCard: string | null;
  readonly images: readonly ExportedImage[];
  /** Null if no review counts. */
  readonly card: StoredCard | null;
  readonly lapses: number;
}

interface ExportedImage {
  readonly id: string;
  readonly side: ImageSide;
  /** File name, derived from the hash of the bytes. */
  readonly file: string;
}

/** A review that counts. */
export interface ExportedReview extends PackageReview {
  /** Interval before the review, in days. */
  readonly lastIntervalDays: number;
}
