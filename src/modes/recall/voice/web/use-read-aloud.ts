import { useEffect, useRef } from 'react';

import type { Message } from '#session/protocol.ts';

import { canReadAloud } from './browser-speech.ts';
import { voiceLanguage } from './language-of.ts';
import { readAloud, stopReading } from './read-aloud.ts';
import type { VoiceChoice } from './voice-choice.ts';

/** Reads each reply that becomes complete while the page is open, and no earlier one. Stops when the page is left. */
export function useReadAloud(messages: readonly Message[], { readsAloud, language, rate }: VoiceChoice): void {
  const latest = messages.findLast(({ author, status }) => author === 'assistant' && status === 'complete');
  const read = useRef(latest?.id);
  useEffect(() => {
    if (!latest || latest.id === read.current) return;
    read.current = latest.id;
    if (!readsAloud || !canReadAloud()) return;
    const text = latest.content;
    readAloud(text, { language: voiceLanguage(language, text, navigator.languages), rate });
  }, [latest, readsAloud, language, rate]);
  useEffect(() => {
    if (!readsAloud) return undefined;
    return stopReading;
  }, [readsAloud]);
}
