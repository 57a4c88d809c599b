import type { StoredCard } from '../../../scheduling/domain/scheduling.ts';
import type { ImageSide } from '../../protocol.ts';
import type { PackageReview } from '../deck/package.ts';

/** A point with what an export keeps of it. Times are in ms. */
export interface ExportedPoint {
  readonly id: string;
  readonly text: string;
  readonly question: string | null;
  readonly context: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly suspendedAt: number | null;
  /** The note of another program that it came from. Points of one note are siblings. */
  readonly noteId: string | null;
  /** `0`, `1` … for the templates of a note, `c1`, `c2` … for its deletions. */
  readonly noteCard: string | null;
  readonly images: readonly ExportedImage[];
  /** Null without a review that counts. */
  readonly card: StoredCard | null;
  readonly lapses: number;
}

interface ExportedImage {
  readonly id: string;
  readonly side: ImageSide;
  /** The name of its file, by its bytes. */
  readonly file: string;
}

/** A review that counts. */
export interface ExportedReview extends PackageReview {
  /** Before it, in days. */
  readonly lastIntervalDays: number;
}
