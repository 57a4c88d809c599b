import { Mic } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import { isPressed, type PageKey, shownKeys, usePageKeys } from '#elements/web/page/page-actions.ts';
import type { Message } from '#session/protocol.ts';
import { voiceLanguage } from '#session/web/voice/language-of.ts';
import { canReadAloud, readNext, stopReading } from '#session/web/voice/read-aloud.ts';
import { useVoiceChoice, voiceChoice, type VoiceChoice } from '#session/web/voice/voice-choice.ts';

import { canDictate, createRecognition, hearingProblem, type Recognition } from './browser-speech.ts';

const KEYS = 'Alt+V';
const LABEL = `Hold to speak (${shownKeys(KEYS)})`;
const SHOWN_KEYS: readonly PageKey[] = [{ keys: shownKeys(KEYS), does: 'speak, while it is held' }];

interface Voice {
  /** Shown beside Send; null without dictation. */
  readonly tool: ReactNode;
  /** The words recognized so far, or why there are none. */
  readonly status: ReactNode;
  /** Stops reading aloud, because the person is typing or speaking. */
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

/** Reads each reply that completes while the page is open, and no earlier one. Stops when the page is left. */
function useReadAloud(messages: readonly Message[], { readsAloud }: VoiceChoice): void {
  const latest = messages.findLast(({ author, status }) => author === 'assistant' && status === 'complete');
  const read = useRef(latest?.id);
  useEffect(() => {
    if (!latest || latest.id === read.current) return;
    read.current = latest.id;
    if (readsAloud && canReadAloud()) readNext(latest.id, latest.content);
  }, [latest, readsAloud]);
  useEffect(() => {
    if (!readsAloud) return undefined;
    return stopReading;
  }, [readsAloud]);
}

interface DictationEvents {
  /** BCP 47; read when listening begins. */
  readonly language: () => string;
  readonly onStart: () => void;
  /** Receives the final text of the browser. */
  readonly onText: (text: string) => void;
}

/** Listens until stopped. Delivers the text once and never sends it automatically. */
export function useDictation({ language, onStart, onText }: DictationEvents) {
  const [heard, setHeard] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef<Recognition | null>(null);

  const start = useCallback(() => {
    if (under.current) return;
    const recognition = createRecognition();
    if (!recognition) return;
    let text = '';
    under.current = recognition;
    recognition.lang = language();
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) => {
      text = Array.from(results, (alternatives) => alternatives[0]?.transcript.trim() ?? '')
        .filter((part) => part !== '')
        .join(' ');
      setHeard(text);
    };
    recognition.onerror = ({ error }) => setProblem(hearingProblem(error));
    recognition.onend = () => {
      // Releasing either key of a chord ends it, and a browser can report both: the text is delivered only once.
      if (under.current !== recognition) return;
      under.current = null;
      setHeard(null);
      if (text !== '') onText(text);
    };
    setProblem(null);
    setHeard('');
    onStart();
    try {
      recognition.start();
    } catch {
      // Another page of this browser is already listening.
      under.current = null;
      setHeard(null);
      setProblem(hearingProblem(''));
    }
  }, [language, onStart, onText]);

  const stop = useCallback(() => under.current?.stop(), []);

  useEffect(() => () => under.current?.abort(), []);

  /** `heard` can still change. */
  return { isListening: heard !== null, heard: heard ?? '', problem, start, stop };
}

interface PushToTalkProps {
  readonly isListening: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** Listens while held, by pointer or key. Assistive technology that can only click starts and stops with clicks. */
function PushToTalk({ isListening, onStart, onStop }: PushToTalkProps) {
  useHeldKey(onStart, onStop);
  usePageKeys(SHOWN_KEYS);
  const isHoldKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  return (
    <button
      type="button"
      aria-label="Hold to speak"
      aria-pressed={isListening}
      aria-keyshortcuts={KEYS}
      title={LABEL}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart();
      }}
      onPointerUp={onStop}
      onPointerCancel={onStop}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        if (!event.repeat) onStart();
      }}
      onKeyUp={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        onStop();
      }}
      onBlur={onStop}
      onClick={(event) => {
        // Only clicks without a pointer or key arrive here; the others are handled above.
        if (event.detail !== 0) return;
        if (isListening) onStop();
        else onStart();
      }}
      className={`inline-flex size-[34px] shrink-0 touch-none items-center justify-center rounded-small border transition-colors duration-(--fast) select-none ${isListening ? 'border-accent bg-accent-soft text-accent-text' : 'border-transparent text-ink-soft hover:bg-raised hover:text-ink'}`}
    >
      <Icon of={Mic} />
    </button>
  );
}

/** The same with a key from anywhere on the page. */
function useHeldKey(onStart: () => void, onStop: () => void): void {
  useEffect(() => {
    const down = (event: globalThis.KeyboardEvent) => {
      if (!isPressed(event, KEYS)) return;
      event.preventDefault();
      if (!event.repeat) onStart();
    };
    const up = (event: globalThis.KeyboardEvent) => {
      if (event.code === 'KeyV' || event.key === 'Alt') onStop();
    };
    document.addEventListener('keydown', down);
    document.addEventListener('keyup', up);
    window.addEventListener('blur', onStop);
    return () => {
      document.removeEventListener('keydown', down);
      document.removeEventListener('keyup', up);
      window.removeEventListener('blur', onStop);
    };
  }, [onStart, onStop]);
}
