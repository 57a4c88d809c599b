import { foldForm, stemOf } from '#text/domain/stems.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';

/** What a topic is told apart by: its content words as stems, in no order. Topics with the same key are the same one. */
export function topicKey(topic: string): string {
  const forms = foldForm(topic)
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((form) => form !== '');
  const stopWords = stopWordsFor(topic);
  const content = forms.filter((form) => !stopWords.has(form));
  return [...new Set((content.length > 0 ? content : forms).map(stemOf))].toSorted().join(' ') || topic.trim();
}
