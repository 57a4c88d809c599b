/** Whether stored tags have one of those wanted, itself or with a level below it. Without any wanted, all do. */
export function hasTags(stored: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return stored.split(' ').some((tag) => wanted.some((each) => tag === each || tag.startsWith(`${each}::`)));
}
