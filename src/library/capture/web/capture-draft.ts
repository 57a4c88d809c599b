import { storedJson } from '#elements/web/page/stored.ts';

import type { SourceKind } from '../../storage/protocol.ts';

/** The content of the capture dialog. */
export interface CaptureDraft {
  readonly text: string;
  readonly perParagraph: boolean;
  /** Numbers of the proposals that the person has dropped, from 0. */
  readonly dropped: readonly number[];
  /** Null: derived from what is added. */
  readonly kind: SourceKind | null;
  /** Null for the inbox. */
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

/** Stored in this browser, per person. */
const storedDraft = (person: string) => storedJson<Partial<CaptureDraft>>('localStorage', `warren.capture.${person}`);

export const readDraft = (person: string): CaptureDraft => ({ ...EMPTY_DRAFT, ...storedDraft(person).read() });

export function storeDraft(person: string, draft: CaptureDraft): void {
  storedDraft(person).write(draft.text === '' ? null : draft);
}

/** Chosen files are held until the page is left, because a browser cannot store them. */
export const chosenFiles = { current: [] as readonly File[] };
