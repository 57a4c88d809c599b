interface Identified {
  readonly id: string;
}

/**
 * Entries by id, in the order of their arrival. Folds keep data that grows with a session in lists: copying a record
 * with hundreds of ids takes milliseconds for each event.
 */
export type Entries<Entry extends object> = readonly (Identified & Entry)[];

export function entryOf<Entry extends Identified>(entries: readonly Entry[], id: string): Entry | undefined {
  return entries.find((entry) => entry.id === id);
}

/** Replaces the entry with the same id. */
export function withEntry<Entry extends Identified>(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return [...withoutEntry(entries, entry.id), entry];
}

export function withoutEntry<Entry extends Identified>(entries: readonly Entry[], id: string): readonly Entry[] {
  return entries.some((entry) => entry.id === id) ? entries.filter((entry) => entry.id !== id) : entries;
}
