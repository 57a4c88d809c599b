import { useCallback, useEffect, useState } from 'react';

import { messageOf } from '#http-client/web/api.ts';

import { fetchRecording, type LoadedRecording } from './fetch-recording.ts';

/** Parts that arrive sooner than this after another are shown with the next one. */
const MIN_BETWEEN_MS = 200;

interface UsedRecording {
  readonly recording: LoadedRecording | null;
  /** Why it is not here as a whole, for the person. */
  readonly problem: string | null;
  readonly retry: () => void;
}

interface Loaded {
  /** Which fetch it belongs to. */
  readonly from: string;
  readonly recording: LoadedRecording | null;
  readonly problem: string | null;
}

/** The recording at a URL, from its first part on. */
export function useRecording(url: string): UsedRecording {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const from = `${attempt} ${url}`;
  useEffect(() => {
    const abort = new AbortController();
    let latest: LoadedRecording | null = null;
    let shownAt = -Infinity;
    const onPart = (part: LoadedRecording) => {
      latest = part;
      const now = performance.now();
      if (abort.signal.aborted || (!part.isComplete && now - shownAt < MIN_BETWEEN_MS)) return;
      shownAt = now;
      setLoaded({ from, recording: part, problem: null });
    };
    fetchRecording(url, { signal: abort.signal, onPart }).catch((error: unknown) => {
      if (!abort.signal.aborted) setLoaded({ from, recording: latest, problem: messageOf(error) });
    });
    return () => abort.abort();
  }, [url, from]);
  const { recording = null, problem = null } = loaded?.from === from ? loaded : {};
  return { recording, problem, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
