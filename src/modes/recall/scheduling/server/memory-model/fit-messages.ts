import type { LoggedReview } from '../../domain/history.ts';
import type { FitFigures } from '../../protocol.ts';

/** Messages to the fitting process: the reviews in chunks, then the weights to beat, which start it. */
export type ToFit =
  | { readonly type: 'reviews'; readonly reviews: readonly LoggedReview[] }
  | { readonly type: 'fit'; readonly before: readonly number[] };

/** Messages from it: the progress, 0 to 1, then the outcome. */
export type FromFit = { readonly type: 'progress'; readonly progress: number } | FitOutcome;

export type FitOutcome =
  /** Too few predictable reviews for a fit. */
  | { readonly type: 'too-few'; readonly reviews: number }
  /** The trial's weights predicted the later reviews no better than those in use. */
  | { readonly type: 'no-better'; readonly figures: FitFigures }
  /** They predicted better. These weights are fitted to all reviews, including the later ones. */
  | { readonly type: 'better'; readonly figures: FitFigures; readonly weights: readonly number[] };
