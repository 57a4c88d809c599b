import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import {
  advanced,
  positionOf,
  recordedTime,
  type ReplayTimeline,
  timelineOf,
  within,
} from '../domain/replay-timeline.ts';
import type { LoadedRecording } from './fetch-recording.ts';

/** Maximum wait between two events while idle time is skipped. */
const IDLE_LIMIT_MS = 1_000;
/** Maximum time of a frame. After a longer one, for example in a hidden tab, the replay continues where it was. */
const MAX_FRAME_MS = 250;
/** A recording with more events is shown from its start, because drawing its end takes seconds. */
const MAX_EVENTS_TO_END = 20_000;

export interface Playback {
  readonly timeline: ReplayTimeline;
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly skipsIdle: boolean;
  /** Plays or pauses; at the end, plays from the start. */
  readonly toggle: () => void;
  readonly goTo: (positionMs: number) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setSkipsIdle: (skipsIdle: boolean) => void;
}

interface Parts {
  readonly recording: LoadedRecording;
  /** Whether the screen is still drawing. Playback waits for it. */
  readonly isBehind: () => boolean;
  /** The recorded time to start at; null for the end. */
  readonly startMs: number | null;
}

/** Plays the timeline of a recording, which can still grow. Before it is played, it shows the end or `startMs`. */
export function usePlayback({ recording, isBehind, startMs }: Parts): Playback {
  const [skipsIdle, setSkips] = useState(true);
  const [speed, setSpeed] = useState(1);
  const [isPlaying, setPlaying] = useState(false);
  const [positionMs, setPosition] = useState(0);
  const now = useRef(0);
  const isUntouched = useRef(true);
  const timeline = useMemo(
    () => timelineOf(recording.events, skipsIdle ? IDLE_LIMIT_MS : null),
    [recording, skipsIdle],
  );
  const { isComplete } = recording;

  const show = useCallback((position: number) => {
    now.current = position;
    setPosition(position);
  }, []);

  useEffect(() => {
    const start = startMs === null ? timeline.durationMs : within(timeline, positionOf(timeline, startMs));
    const isNear = startMs !== null || timeline.shownAt.length <= MAX_EVENTS_TO_END;
    if (isComplete && isUntouched.current && isNear) show(start);
  }, [isComplete, timeline, show, startMs]);

  useEffect(() => {
    if (!isPlaying) return undefined;
    isUntouched.current = false;
    let before = performance.now();
    const advance = (at: number) => {
      const elapsedMs = Math.min(MAX_FRAME_MS, Math.max(0, at - before));
      before = at;
      if (!isBehind()) show(advanced(timeline, now.current, { elapsedMs, speed }));
      if (isComplete && now.current >= timeline.durationMs) setPlaying(false);
      else frame = requestAnimationFrame(advance);
    };
    let frame = requestAnimationFrame(advance);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isComplete, isBehind, speed, timeline, show]);

  return {
    timeline,
    positionMs,
    isPlaying,
    speed,
    skipsIdle,
    setSpeed,
    goTo(position) {
      isUntouched.current = false;
      show(within(timeline, position));
    },
    toggle() {
      if (!isPlaying && isComplete && now.current >= timeline.durationMs) show(0);
      setPlaying(!isPlaying);
    },
    setSkipsIdle(skips) {
      if (skips === skipsIdle) return;
      const other = timelineOf(recording.events, skips ? IDLE_LIMIT_MS : null);
      show(within(other, positionOf(other, recordedTime(timeline, now.current))));
      setSkips(skips);
    },
  };
}
