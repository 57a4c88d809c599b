export function sessionPath(session: string): string {
  return `/session/${session}`;
}
