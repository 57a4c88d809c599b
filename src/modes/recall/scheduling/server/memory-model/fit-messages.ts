import type { LoggedReview } from '../../domain/history.ts';
import type { FitFigures } from '../../protocol.ts';

/** What goes to the process that fits: the reviews in pieces, then the weights to beat, which starts it. */
export type ToFit =
  | { readonly type: 'reviews'; readonly reviews: readonly LoggedReview[] }
  | { readonly type: 'fit'; readonly before: readonly number[] };

/** What comes back: how far it is, 0 to 1, then how it ended. */
export type FromFit = { readonly type: 'progress'; readonly progress: number } | FitOutcome;

export type FitOutcome =
  /** Fewer reviews with something to foresee than a fit needs. */
  | { readonly type: 'too-few'; readonly reviews: number }
  /** The weights of the trial foresaw the later reviews no better than those in use. */
  | { readonly type: 'no-better'; readonly figures: FitFigures }
  /** They did: these are fitted to all reviews, the later ones too. */
  | { readonly type: 'better'; readonly figures: FitFigures; readonly weights: readonly number[] };
