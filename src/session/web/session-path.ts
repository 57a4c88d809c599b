/** The page of a session. */
export function sessionPath(session: string): string {
  return `/session/${session}`;
}
