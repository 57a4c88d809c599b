/** At so many roles a notice is said once, above them. */
const SAID_ONCE_FROM = 3;

/** The notice that stands at several of the roles; null where none does. */
export function sharedNotice(notices: readonly (string | null)[]): string | null {
  const count = (notice: string) => notices.filter((each) => each === notice).length;
  return notices.find((notice) => notice !== null && count(notice) >= SAID_ONCE_FROM) ?? null;
}
