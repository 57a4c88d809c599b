const BEFORE = 'draft:';

/** The hash of a session’s page that opens one of its drafts. */
export function draftHash(draftId: string): string {
  return BEFORE + draftId;
}

/** The id of the draft that a hash opens; null for any other hash. */
export function draftOfHash(hash: string): string | null {
  return hash.startsWith(BEFORE) ? hash.slice(BEFORE.length) : null;
}
