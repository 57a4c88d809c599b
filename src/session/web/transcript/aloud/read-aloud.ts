import { createStore } from '#elements/web/page/create-store.ts';
import { spokenLanguage } from '#text/domain/language.ts';

import { spokenPieces } from '../../../domain/spoken-pieces.ts';

/** What the browser's own voice reads, at most one message on a page. */
interface Reading {
  readonly messageId: string;
  readonly pieces: readonly string[];
  /** The piece that is read, or with which it goes on. */
  readonly at: number;
  readonly isPaused: boolean;
}

const reading = createStore<Reading | null>(null);
export const useReading = reading.useValue;

export const canReadAloud = (): boolean => 'speechSynthesis' in globalThis;

export function startReading(messageId: string, markdown: string): void {
  const pieces = spokenPieces(markdown);
  if (pieces.length === 0) return;
  addEventListener('pagehide', stopReading, { once: true });
  speak({ messageId, pieces, at: 0, isPaused: false }, languageFor(markdown));
}

/** Not the browser's own pause: on phones it ends the reading. It goes on with the beginning of the sentence. */
export function pauseReading(): void {
  const now = reading.get();
  if (!now) return;
  reading.set({ ...now, isPaused: true });
  speechSynthesis.cancel();
}

export function resumeReading(): void {
  const now = reading.get();
  if (now) speak({ ...now, isPaused: false }, languageFor(now.pieces.join('\n')));
}

export function stopReading(): void {
  if (!reading.get()) return;
  removeEventListener('pagehide', stopReading);
  reading.set(null);
  speechSynthesis.cancel();
}

function speak(next: Reading, language: string): void {
  reading.set(next);
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(next.pieces[next.at]);
  spoken.lang = language;
  const goOn = () => {
    // Paused, stopped, or another message was begun.
    if (reading.get() !== next) return;
    if (next.at + 1 < next.pieces.length) speak({ ...next, at: next.at + 1 }, language);
    else stopReading();
  };
  spoken.addEventListener('end', goOn);
  // Such as a language without a voice: the rest would fail as well.
  spoken.addEventListener('error', () => reading.get() === next && stopReading());
  speechSynthesis.speak(spoken);
}

/** As the person's browser has it, so that its voice is the one that they know. */
function languageFor(text: string): string {
  const code = { english: 'en', german: 'de', other: null }[spokenLanguage([text])];
  if (code === null) return navigator.language;
  return navigator.languages.find((language) => language.startsWith(code)) ?? code;
}
