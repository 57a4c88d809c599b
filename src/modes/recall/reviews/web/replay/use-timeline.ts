import { useEffect, useState } from 'react';

import { messageOf } from '#http-client/web/api.ts';

import { readLog } from './read-log.ts';
import { type Timeline, timelineOf } from './timeline.ts';

interface Loading {
  readonly timeline: Timeline | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly problem: string | null;
  readonly tryAgain: () => void;
}

/** Reads and lays out a whole session, with progress. */
export function useTimeline(session: string, head: number): Loading {
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [progress, setProgress] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (part: number) => !signal.aborted && setProgress(part);
    readLog({ session, head, onProgress, signal }).then(
      (events) => !signal.aborted && setTimeline(timelineOf(events)),
      (error: unknown) => !signal.aborted && setProblem(messageOf(error)),
    );
    return () => reading.abort();
  }, [session, head, tries]);
  const tryAgain = () => {
    setProblem(null);
    setTries(tries + 1);
  };
  return { timeline, progress, problem, tryAgain };
}
