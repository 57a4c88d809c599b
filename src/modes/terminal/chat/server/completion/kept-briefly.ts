/** A list is used again for so long: each key that is typed asks for it. */
const KEPT_MS = 5_000;

/** Reads a folder once for all who ask at about the same time. */
export function keptBriefly<Result>(read: (folder: string) => Promise<Result>): (folder: string) => Promise<Result> {
  const kept = new Map<string, Promise<Result>>();
  return (folder) => {
    const known = kept.get(folder);
    if (known) return known;
    const reading = read(folder).finally(() => setTimeout(() => kept.delete(folder), KEPT_MS).unref());
    kept.set(folder, reading);
    return reading;
  };
}
