import { sentencesOf } from '#text/domain/sentences.ts';

/** The sentences of a reply without Markdown syntax. Separate utterances, because browsers cut long ones off. */
export function spokenSentences(markdown: string): readonly string[] {
  const text = markdown
    .replace(/```[^\n]*\n?([\s\S]*?)(?:```|$)/g, '$1')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/^ {0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d{1,9}[.)]\s+)/gm, '')
    .replace(/^[\s|:-]*-{3,}[\s|:-]*$/gm, '')
    .replace(/_{3,}/g, ' … ')
    .replace(/(\*\*|__|~~|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w))/g, '')
    .replace(/\|/g, ', ')
    .replace(/\\([^\w\s])/g, '$1');
  return sentencesOf(text)
    .map((sentence) => sentence.text.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
