import { foldForm, stemOf } from '#text/domain/stems.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';

/** The identity of a topic: the stems of its content words, unordered. */
export function topicKey(topic: string): string {
  const forms = foldForm(topic)
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((form) => form !== '');
  const stopWords = stopWordsFor(topic);
  const content = forms.filter((form) => !stopWords.has(form));
  return [...new Set((content.length > 0 ? content : forms).map(stemOf))].toSorted().join(' ') || topic.trim();
}
