import { useSyncExternalStore } from 'react';

/** The first content of the capture dialog, beside the stored draft. */
export interface CaptureStart {
  readonly files?: readonly File[];
  readonly text?: string;
  /** The bucket that is open on the page. */
  readonly bucketId?: string;
}

export interface CaptureOpening {
  readonly what: 'sources' | 'folder';
  readonly start: CaptureStart;
}

let opening: CaptureOpening | null = null;
const listeners = new Set<() => void>();

function change(next: CaptureOpening | null): void {
  opening = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog that adds sources. */
export function openCapture(start: CaptureStart = {}): void {
  change({ what: 'sources', start });
}

/** Opens the dialog that imports a folder. */
export function openFolderImport(): void {
  change({ what: 'folder', start: {} });
}

export function closeCapture(): void {
  change(null);
}

/** Null while neither dialog is open. */
export function useCaptureOpening(): CaptureOpening | null {
  return useSyncExternalStore(listen, () => opening);
}
