import { useCallback, useEffect, useRef, useState } from 'react';

import { createRecognition, hearingProblem, type Recognition } from './browser-speech.ts';

interface Dictation {
  readonly isListening: boolean;
  /** What was heard so far; it may still change. */
  readonly heard: string;
  readonly problem: string | null;
  readonly start: () => void;
  readonly stop: () => void;
}

interface DictationEvents {
  /** BCP 47, asked for when listening begins. */
  readonly language: () => string;
  readonly onStart: () => void;
  /** Everything that was heard, once the browser has made up its mind. */
  readonly onText: (text: string) => void;
}

/** Listens for as long as it is told to. What was heard is handed over once, never sent by itself. */
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
      // Both keys of a chord end it when they are let go, and a browser may answer each: it is handed over once.
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
      // Another page of this browser listens already.
      under.current = null;
      setHeard(null);
      setProblem(hearingProblem(''));
    }
  }, [language, onStart, onText]);

  const stop = useCallback(() => under.current?.stop(), []);

  useEffect(() => () => under.current?.abort(), []);

  return { isListening: heard !== null, heard: heard ?? '', problem, start, stop };
}
