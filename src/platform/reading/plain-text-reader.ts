import { type DocumentReader, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

/** Reads text and Markdown as they are. */
export const plainTextReader: DocumentReader = {
  async read({ bytes, mediaType }, { signal }) {
    signal.throwIfAborted();
    const content = new TextDecoder().decode(bytes);
    if (content.includes('\0') || /html|pdf/.test(mediaType) || content.trim() === '')
      throw new UnreadableDocument('This kind of document cannot be read.', { remedy: 'Paste its text instead.' });
    const unknown = { title: null, author: null, site: null, createdAt: null, language: null, tags: [] };
    return { content, ...unknown };
  },
  close: () => Promise.resolve(),
};
