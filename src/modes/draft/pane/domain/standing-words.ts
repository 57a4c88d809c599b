import type { ClaimStanding } from '../../protocol.ts';

/** Why a claim is flagged. */
export const STANDING_WORDS: Readonly<Record<Exclude<ClaimStanding, 'holds'>, string>> = {
  'not-in-source': 'The quoted words do not stand in the source.',
  'source-edited': 'The source was edited since, and no longer contains the quoted words.',
  'source-gone': 'The source is no longer in the library.',
  edited: 'This sentence was changed since it was cited. Check that the source still supports it.',
  unknown: 'This number belongs to no citation of the draft.',
};
export const UNSUPPORTED_WORDS = 'This states something and cites no source.';
