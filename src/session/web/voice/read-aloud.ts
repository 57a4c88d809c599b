import { createStore } from '#elements/web/page/create-store.ts';

import { voiceLanguage } from './language-of.ts';
import { spokenSentences } from './spoken-sentences.ts';
import { voiceChoice } from './voice-choice.ts';

/** The message that the browser's voice reads, or has begun to read. One per page. */
const reading = createStore<{ readonly messageId: string; readonly isPaused: boolean } | null>(null);
export const useReading = reading.useValue;

/** The sentences, and the index of the one to read or to continue with. A new object for each run of the voice. */
let run = { sentences: [] as readonly Sentence[], at: 0 };

interface Sentence {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
}

export function canReadAloud(): boolean {
  return 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis;
}

/** Reads a message from its beginning, instead of the message being read. */
export function startReading(messageId: string, markdown: string): void {
  stopReading();
  readNext(messageId, markdown);
}

/** Reads a message after the one being read. */
export function readNext(messageId: string, markdown: string): void {
  const language = voiceLanguage(voiceChoice().language, markdown, navigator.languages);
  const added = spokenSentences(markdown).map((text) => ({ text, language }));
  if (added.length === 0) return;
  const isGoingOn = reading.get()?.isPaused === false;
  reading.set({ messageId, isPaused: false });
  addEventListener('pagehide', stopReading, { once: true });
  if (!isGoingOn) return speakFrom(added, 0);
  const { length } = run.sentences;
  run.sentences = [...run.sentences, ...added];
  return speak(run, length);
}

/**
 * Does not use the browser's own pause, which ends the reading on phones. Resuming starts at the beginning of the
 * sentence.
 */
export function pauseReading(): void {
  const now = reading.get();
  if (!now) return;
  reading.set({ ...now, isPaused: true });
  silence();
}

export function resumeReading(): void {
  const now = reading.get();
  if (!now) return;
  reading.set({ ...now, isPaused: false });
  speakFrom(run.sentences, run.at);
}

export function stopReading(): void {
  if (!canReadAloud()) return;
  removeEventListener('pagehide', stopReading);
  if (reading.get()) reading.set(null);
  silence();
}

/** A new `run`, so that events of the cancelled utterances are ignored. */
function silence(): void {
  run = { ...run };
  speechSynthesis.cancel();
}

function speakFrom(sentences: readonly Sentence[], at: number): void {
  run = { sentences, at };
  speak(run, at);
}

/** Creates one utterance per sentence: browsers cut long ones off. */
function speak(own: typeof run, from: number): void {
  own.sentences.slice(from).forEach(({ text, language }, index) => {
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = language;
    spoken.rate = voiceChoice().rate;
    spoken.onend = () => {
      if (run !== own) return;
      own.at = from + index + 1;
      if (own.at === own.sentences.length) stopReading();
    };
    // For example a language without a voice: the rest would fail as well.
    spoken.onerror = () => run === own && stopReading();
    speechSynthesis.speak(spoken);
  });
}
