import { useSyncExternalStore } from 'react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
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

function closeMakePoints(): void {
  change(null);
}

/** Null while the dialog is closed. */
function useMakePointsOpening(): SourceProps | null {
  return useSyncExternalStore(listen, () => opening);
}

const dialog = loadOnce(async () => (await import('./make-points-dialog.tsx')).MakePointsDialog);

/** The dialog that makes recall points of what an agent said, on any page. */
export function MakePointsAnywhere() {
  const source = useMakePointsOpening();
  return source && <dialog.Component {...source} onClose={closeMakePoints} />;
}
