import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

export const ONE_DECK = 'Export one deck at a time from Anki, and import these files.';
const EXPORT_AGAIN = 'Export it from Anki again, and import that file.';

/** A package that cannot be read, with a remedy. */
export function unreadable(message: string, remedy = EXPORT_AGAIN): UnreadableDocument {
  return new UnreadableDocument(message, { remedy });
}
