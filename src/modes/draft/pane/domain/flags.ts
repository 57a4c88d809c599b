import { STRONGER } from '#text/domain/strength/strength-words.ts';

import type { CheckedClaim, DraftVersion } from '../../protocol.ts';
import { STANDING_WORDS, UNSUPPORTED_WORDS } from './standing-words.ts';

/** Words of a version that the person should look at. */
export interface Flag {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** Null: it cites nothing. */
  readonly claim: CheckedClaim | null;
}

/** The flags of a version in order. Claims with several marks are flagged once. */
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
