import type { Finding } from '#point-writer/web/finding.ts';

import type { ProposedPoints } from '../../protocol.ts';

/** A hole's proposals as the person edited them, with their author. */
export interface FindingsDraft {
  /** Null without proposals. */
  readonly by: string | null;
  readonly notice: string | null;
  /** How many further ones are kept already. */
  readonly known: number;
  readonly findings: readonly Finding[];
}

export function findingsDraftOf({ by, notice, known, points }: ProposedPoints): FindingsDraft {
  return { by, notice, known, findings: points.map((point) => ({ ...point, isKept: true })) };
}

/** Stored in this tab until they are added or discarded. */
const keyOf = (holeId: string) => `warren.findings.${holeId}`;

export function readFindingsDraft(holeId: string): FindingsDraft | null {
  try {
    const kept = sessionStorage.getItem(keyOf(holeId));
    return kept === null ? null : (JSON.parse(kept) as FindingsDraft);
  } catch {
    return null;
  }
}

export function keepDraft(holeId: string, draft: FindingsDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(holeId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(holeId));
  } catch {
    // Storage is full or denied; the text remains in the fields.
  }
}
