import type { ProposedPoints } from '../../protocol.ts';

/** A point that may be kept. */
export interface Finding {
  readonly text: string;
  /** What it was read off; empty for one of the person's own. */
  readonly sentence: string;
  readonly isKept: boolean;
}

export function isChosen({ text, isKept }: Finding): boolean {
  return isKept && text.trim() !== '';
}

/** The findings of a hole as the person has changed them, with who proposed them. */
export interface FindingsDraft {
  /** Null where nobody did. */
  readonly by: string | null;
  readonly notice: string | null;
  /** How many more were found that are kept already. */
  readonly known: number;
  readonly findings: readonly Finding[];
}

export function draftOf({ by, notice, known, points }: ProposedPoints): FindingsDraft {
  return { by, notice, known, findings: points.map((point) => ({ ...point, isKept: true })) };
}

/** Kept in this tab until they are added or given up. */
const keyOf = (holeId: string) => `warren.findings.${holeId}`;

export function readDraft(holeId: string): FindingsDraft | null {
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
    // Storage is full or denied: what was written still stands in the fields.
  }
}
