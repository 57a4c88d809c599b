import { STRONGER } from '#text/domain/strength/strength-words.ts';

import type { CheckedClaim, ClaimStanding, DraftVersion } from '../../protocol.ts';

/** Words of a version that the person should look at. */
export interface Flag {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** Null if the words have no citation. */
  readonly claim: CheckedClaim | null;
}

/** The flags of a version, in order. A claim with several marks is flagged once. */
export function flagsOf({ claims, unsupported }: Pick<DraftVersion, 'claims' | 'unsupported'>): readonly Flag[] {
  const flagged = new Map<string, Flag>();
  for (const claim of claims) {
    const { start, end } = claim;
    const range = `${start}-${end}`;
    const reason = reasonOf(claim);
    if (reason !== null && !flagged.has(range)) flagged.set(range, { start, end, reason, claim });
  }
  const others = unsupported.map(({ start, end }) => ({ start, end, reason: UNSUPPORTED_WORDS, claim: null }));
  return [...flagged.values(), ...others].toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Why a claim is flagged; null if it is not. */
export function reasonOf({ standing, stronger }: Pick<CheckedClaim, 'standing' | 'stronger'>): string | null {
  if (standing !== 'holds') return STANDING_WORDS[standing];
  return stronger === undefined ? null : `${STRONGER}. ${stronger}`;
}

const STANDING_WORDS: Readonly<Record<Exclude<ClaimStanding, 'holds'>, string>> = {
  'not-in-source': 'The quoted words do not stand in the source.',
  'source-edited': 'The source was edited since, and no longer contains the quoted words.',
  'source-gone': 'The source is no longer in the library.',
  edited: 'This sentence was changed since it was cited. Check that the source still supports it.',
  unknown: 'This number belongs to no citation of the draft.',
};
const UNSUPPORTED_WORDS = 'This states something and cites no source.';
