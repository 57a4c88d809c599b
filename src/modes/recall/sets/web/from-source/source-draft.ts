import type { WrittenPoints } from '../../protocol.ts';

/** Points proposed from a source for a set, as the person edited them. */
export interface SourceDraft extends Omit<WrittenPoints, 'points'> {
  readonly setId: string;
  readonly setTitle: string;
  readonly findings: readonly (WrittenPoints['points'][number] & { readonly isKept: boolean })[];
}

const keyOf = (sourceId: string) => `warren.points-of.${sourceId}`;

/** Kept in this tab until the points are added or discarded. */
export function readSourceDraft(sourceId: string): SourceDraft | null {
  try {
    const stored = sessionStorage.getItem(keyOf(sourceId));
    return stored === null ? null : (JSON.parse(stored) as SourceDraft);
  } catch {
    return null;
  }
}

export function storeSourceDraft(sourceId: string, draft: SourceDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(sourceId));
    else sessionStorage.setItem(keyOf(sourceId), JSON.stringify(draft));
  } catch {
    // Storage is full or denied; the draft remains in the dialog.
  }
}
