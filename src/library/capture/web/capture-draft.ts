import type { SourceKind } from '../../storage/protocol.ts';

/** The content of the capture dialog. */
export interface CaptureDraft {
  readonly text: string;
  readonly perParagraph: boolean;
  /** Numbers of proposals that are not added, from 0. */
  readonly dropped: readonly number[];
  /** Null: by what is added. */
  readonly kind: SourceKind | null;
  /** Null is the inbox. */
  readonly bucketId: string | null;
  readonly tags: string;
}

export const EMPTY_DRAFT: CaptureDraft = {
  text: '',
  perParagraph: false,
  dropped: [],
  kind: null,
  bucketId: null,
  tags: '',
};

/** It is kept in this browser, for one person. */
const keyOf = (person: string) => `warren.capture.${person}`;

export function readDraft(person: string): CaptureDraft {
  try {
    const kept = localStorage.getItem(keyOf(person));
    return kept === null ? EMPTY_DRAFT : { ...EMPTY_DRAFT, ...(JSON.parse(kept) as Partial<CaptureDraft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function storeDraft(person: string, draft: CaptureDraft): void {
  try {
    if (draft.text === '') localStorage.removeItem(keyOf(person));
    else localStorage.setItem(keyOf(person), JSON.stringify(draft));
  } catch {
    // Storage is full or denied: the text is still in the field.
  }
}

/** Chosen files are kept until the page is left: a browser does not keep them longer. */
let heldFiles: readonly File[] = [];

export function readFiles(): readonly File[] {
  return heldFiles;
}

export function storeFiles(files: readonly File[]): void {
  heldFiles = files;
}
