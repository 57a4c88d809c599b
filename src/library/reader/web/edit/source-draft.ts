import type { SourceDetail } from '../../../sources/protocol.ts';

/** The person's unsaved text of a source, and the version that they began with. */
export interface SourceDraft {
  readonly title: string;
  readonly content: string;
  readonly tags: string;
  readonly version: number;
}

const KEY = 'warren-source-draft:';

export function draftOf({ title, content, tags, version }: SourceDetail): SourceDraft {
  return { title, content, tags: tags.join(', '), version };
}

/** The draft from before a reload or from a closed tab; null if nothing differs. */
export function readDraft(source: SourceDetail): SourceDraft | null {
  try {
    const kept = localStorage.getItem(KEY + source.id);
    if (kept === null) return null;
    const draft = JSON.parse(kept) as SourceDraft;
    return differs(draft, source) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps the draft until it is saved or discarded. A draft that the browser has no room for lives in the page alone. */
export function keepDraft(sourceId: string, draft: SourceDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(KEY + sourceId);
    else localStorage.setItem(KEY + sourceId, JSON.stringify(draft));
  } catch {
    // Private windows and full stores refuse: nothing is lost while the page is open.
  }
}

export function differs(draft: SourceDraft, source: SourceDetail): boolean {
  const now = draftOf(source);
  return draft.title !== now.title || draft.content !== now.content || draft.tags !== now.tags;
}
