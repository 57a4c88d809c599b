import { createStore } from '#elements/web/page/create-store.ts';

/** Initial content of the capture dialog, besides the stored draft. */
export interface CaptureStart {
  readonly files?: readonly File[];
  readonly text?: string;
  readonly bucketId?: string;
}

interface CaptureOpening {
  readonly what: 'sources' | 'folder';
  readonly start: CaptureStart;
}

const opening = createStore<CaptureOpening | null>(null);

export function openCapture(start: CaptureStart = {}): void {
  opening.set({ what: 'sources', start });
}

export function openFolderImport(): void {
  opening.set({ what: 'folder', start: {} });
}

export function closeCapture(): void {
  opening.set(null);
}

/** Null while the dialog is closed. */
export const useCaptureOpening = opening.useValue;
