import { useSyncExternalStore } from 'react';

import type { SourceProps } from '#session/web/contribution/contribution.ts';

/** The source that points are made of, from wherever on the page that was asked for. */
let opening: SourceProps | null = null;
const listeners = new Set<() => void>();

function change(next: SourceProps | null): void {
  opening = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog that makes recall points of a source. */
export function openMakePoints(source: SourceProps): void {
  change(source);
}

export function closeMakePoints(): void {
  change(null);
}

/** Null while the dialog is closed. */
export function useMakePointsOpening(): SourceProps | null {
  return useSyncExternalStore(listen, () => opening);
}
