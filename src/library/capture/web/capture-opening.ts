import { createStore } from '#elements/web/page/create-store.ts';

/** The first content of the capture dialog, beside the stored draft. */
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

/** Null while neither dialog is open. */
export const useCaptureOpening = opening.useValue;
