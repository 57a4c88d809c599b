import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

import type { Message } from '#session/protocol.ts';

import { canDictate } from './browser-speech.ts';
import { voiceLanguage } from './language-of.ts';
import { PushToTalk } from './push-to-talk.tsx';
import { stopReading } from './read-aloud.ts';
import { useDictation } from './use-dictation.ts';
import { useReadAloud } from './use-read-aloud.ts';
import { onVoiceChoice, voiceChoice } from './voice-choice.ts';

interface Voice {
  /** Shown beside Send; null without dictation. */
  readonly tool: ReactNode;
  /** What is being heard, or why nothing is. */
  readonly status: ReactNode;
  /** Stops reading aloud, because the person is writing or speaking. */
  readonly hush: () => void;
}

/** Dictation and reading aloud in a session, if enabled on this device. */
export function useVoice(messages: readonly Message[], onText: (text: string) => void): Voice {
  const choice = useSyncExternalStore(onVoiceChoice, voiceChoice);
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
