import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

/** The sentences of a reply without Markdown syntax. Separate utterances, because browsers cut long ones off. */
export function spokenSentences(markdown: string): readonly string[] {
  const text = plainText(markdown)
    .replace(/_{3,}/g, ' … ')
    .replace(/\*{2,}|`/g, '')
    .replace(/\|/g, ', ');
  return sentencesOf(text)
    .map((sentence) => sentence.text.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
