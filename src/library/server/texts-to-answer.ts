import type { ReadText } from '#text/domain/answers.ts';

import type { LibrarySearch } from './library.ts';

interface Document {
  readonly id: string;
  readonly title: string;
  /** The part of the source that is in context: only this can be quoted. */
  readonly text: string;
  readonly isChosen: boolean;
}

export interface DocumentToAnswer extends ReadText {
  /** Its index among the documents. */
  readonly documentIndex: number;
}

interface Asked {
  readonly person: string;
  readonly query: string;
  readonly documents: readonly Document[];
}

const MAX_SOURCES = 12;
const PASSAGES_PER_SOURCE = 3;
/** Margin above the model's threshold. A cosine that exceeds the threshold by less is weak evidence. */
const CLEARLY = 0.12;

/**
 * Searches for a question, and returns documents with the texts that were found. `isClose`: some of them are clearly
 * near, not just the nearest available.
 */
export async function textsToAnswer(
  library: LibrarySearch,
  { person, query, documents }: Asked,
): Promise<{ readonly texts: readonly DocumentToAnswer[]; readonly isClose: boolean }> {
  if (documents.length === 0) return { texts: [], isClose: false };
  const search = (keeps: 'all' | 'meant') =>
    library.search({
      person,
      query,
      filter: { sources: documents.map(({ id }) => id) },
      limit: MAX_SOURCES,
      perSource: PASSAGES_PER_SOURCE,
      keeps,
    });
  const { passages: close, meaning } = await search('meant');
  const found = close.length > 0 ? close : (await search('all')).passages;
  const ofSource = Map.groupBy(found, ({ source }) => source.id);
  return {
    texts: documents.map(({ id, title, text, isChosen }, documentIndex) => {
      const passages = ofSource.get(id) ?? [];
      return {
        documentIndex,
        title,
        text,
        isChosen,
        similarity: passages[0]?.similarity ?? 0,
        found: passages.map((passage) => passage.text),
      };
    }),
    isClose: close.some(({ similarity }) => similarity === null || similarity >= (meaning.threshold ?? 0) + CLEARLY),
  };
}
