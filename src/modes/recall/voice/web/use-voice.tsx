import { type ReactNode, useCallback, useEffect, useRef } from 'react';

import type { Message } from '#session/protocol.ts';

import { canDictate, canReadAloud } from './browser-speech.ts';
import { voiceLanguage } from './language-of.ts';
import { PushToTalk } from './push-to-talk.tsx';
import { readAloud, stopReading } from './read-aloud.ts';
import { useDictation } from './use-dictation.ts';
import { useVoiceChoice, voiceChoice, type VoiceChoice } from './voice-choice.ts';

interface Voice {
  /** Shown beside Send; null without dictation. */
  readonly tool: ReactNode;
  /** The words that are being heard, or the reason why none are. */
  readonly status: ReactNode;
  /** Stops reading aloud, because the person is writing or speaking. */
  readonly hush: () => void;
}

/** Dictation and reading aloud in a session, if enabled on this device. */
export function useVoice(messages: readonly Message[], onText: (text: string) => void): Voice {
  const choice = useVoiceChoice();
  useReadAloud(messages, choice);
  const said = useRef(messages);
  useEffect(() => {
    said.current = messages;
  }, [messages]);
  const language = useCallback(() => {
    const recent = said.current.slice(-6).map(({ content }) => content);
    return voiceLanguage(voiceChoice().language, recent.join('\n'), navigator.languages);
  }, []);
  const dictation = useDictation({ language, onStart: stopReading, onText });
  const hush = useCallback(() => stopReading(), []);
  if (!choice.dictates || !canDictate()) return { tool: null, status: null, hush };
  return {
    tool: <PushToTalk isListening={dictation.isListening} onStart={dictation.start} onStop={dictation.stop} />,
    status: <HearingLine {...dictation} />,
    hush,
  };
}

interface HearingLineProps {
  readonly isListening: boolean;
  readonly heard: string;
  readonly problem: string | null;
}

function HearingLine({ isListening, heard, problem }: HearingLineProps) {
  if (problem !== null && !isListening)
    return (
      <p role="alert" className="mb-1.5 text-sm text-bad">
        {problem}
      </p>
    );
  if (!isListening) return null;
  return (
    <p className="mb-1.5 text-sm text-ink-soft">
      <output>Listening. Let go when you are done.</output>{' '}
      <span dir="auto" className="font-serif text-base text-ink-faint italic">
        {heard}
      </span>
    </p>
  );
}

/** Reads each reply that becomes complete while the page is open, and no earlier one. Stops when the page is left. */
function useReadAloud(messages: readonly Message[], { readsAloud, language, rate }: VoiceChoice): void {
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
