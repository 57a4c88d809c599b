import { spokenSentences } from './spoken-text.ts';

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
