import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

interface Voice {
  /** BCP 47. */
  readonly language: string;
  readonly rate: number;
}

/** Reads a text with the browser's voice, after what is being read. */
export function readAloud(markdown: string, { language, rate }: Voice): void {
  for (const sentence of spokenSentences(markdown)) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    utterance.rate = rate;
    speechSynthesis.speak(utterance);
  }
}

/** Stops reading. */
export function stopReading(): void {
  if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
}

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
