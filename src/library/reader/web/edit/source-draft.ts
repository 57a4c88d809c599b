import { storedJson } from '#elements/web/page/stored.ts';

import type { SourceDetail } from '../../../sources/protocol.ts';

/** The person's unsaved text of a source, and the version that they began with. */
export interface SourceDraft {
  readonly title: string;
  readonly content: string;
  readonly tags: string;
  readonly version: number;
}

const storedDraft = (sourceId: string) => storedJson<SourceDraft>('localStorage', `warren-source-draft:${sourceId}`);

export function draftOf({ title, content, tags, version }: SourceDetail): SourceDraft {
  return { title, content, tags: tags.join(', '), version };
}

/** The draft from before a reload or from a closed tab; null if nothing differs. */
export function readDraft(source: SourceDetail): SourceDraft | null {
  const draft = storedDraft(source.id).read();
  return draft && differs(draft, source) ? draft : null;
}

/** Stores the draft until it is saved or discarded. */
export function storeDraft(sourceId: string, draft: SourceDraft | null): void {
  storedDraft(sourceId).write(draft);
}

export function differs(draft: SourceDraft, source: SourceDetail): boolean {
  const now = draftOf(source);
  return draft.title !== now.title || draft.content !== now.content || draft.tags !== now.tags;
}
