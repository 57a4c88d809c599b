/** Writes everything of a person into a folder, which it makes. Rejects if anything is missing. */
export type ExportPerson = (person: string, directory: string) => Promise<void>;
