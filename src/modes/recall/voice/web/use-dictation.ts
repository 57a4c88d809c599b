import { useCallback, useEffect, useRef, useState } from 'react';

import { createRecognition, hearingProblem, type Recognition } from './browser-speech.ts';

interface Dictation {
  readonly isListening: boolean;
  /** The text so far; it may still change. */
  readonly heard: string;
  readonly problem: string | null;
  readonly start: () => void;
  readonly stop: () => void;
}

interface DictationEvents {
  /** BCP 47; read when listening begins. */
  readonly language: () => string;
  readonly onStart: () => void;
  /** Receives the complete text once the browser has settled on it. */
  readonly onText: (text: string) => void;
}

/** Listens until stopped. The text is delivered once and never sent automatically. */
export function useDictation({ language, onStart, onText }: DictationEvents): Dictation {
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
      // Releasing either key of a chord ends it, and a browser may report both: the text is delivered once.
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

  return { isListening: heard !== null, heard: heard ?? '', problem, start, stop };
}
