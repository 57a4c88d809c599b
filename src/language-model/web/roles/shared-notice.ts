/** A notice at this number of roles is shown once, above them. */
const MIN_SHARED = 3;

/** The notice that several roles share; null if there is none. */
export function sharedNotice(notices: readonly (string | null)[]): string | null {
  const count = (notice: string) => notices.filter((each) => each === notice).length;
  return notices.find((notice) => notice !== null && count(notice) >= MIN_SHARED) ?? null;
}
