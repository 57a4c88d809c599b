import type { ProposedPoints } from '../../protocol.ts';

/** A point that may be kept. */
export interface Finding {
  readonly text: string;
  /** Its source sentence; empty for the person's own point. */
  readonly sentence: string;
  readonly isKept: boolean;
}

export function isChosen({ text, isKept }: Finding): boolean {
  return isKept && text.trim() !== '';
}

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
