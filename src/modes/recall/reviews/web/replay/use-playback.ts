import { useCallback, useEffect, useRef, useState } from 'react';

import { nextStep, previousStep } from './moment.ts';
import type { Timeline } from './timeline.ts';

/** After a longer frame, for example in a hidden tab, the replay continues where it was. */
const MAX_FRAME_MS = 250;

/** Plays a timeline. With reduced motion, it steps from message to message. */
export function usePlayback(timeline: Timeline, isStepwise: boolean) {
  const [moment, setMoment] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const now = useRef(0);
  const { length } = timeline;

  const show = useCallback(
    (next: number) => {
      now.current = Math.min(length, Math.max(0, next));
      setMoment(now.current);
      if (now.current >= length) setPlaying(false);
    },
    [length],
  );
  const goTo = useCallback(
    (next: number) => {
      setPlaying(false);
      show(next);
    },
    [show],
  );

  useEffect(() => {
    if (!isPlaying) return undefined;
    let stop: () => void = () => undefined;
    if (isStepwise) {
      const wait = () => {
        const next = nextStep(timeline, now.current);
        const timer = setTimeout(
          () => {
            show(next);
            wait();
          },
          (next - now.current) / speed,
        );
        stop = () => clearTimeout(timer);
      };
      wait();
    } else {
      let before = performance.now();
      const advance = (at: number) => {
        show(now.current + Math.min(MAX_FRAME_MS, Math.max(0, at - before)) * speed);
        before = at;
        frame = requestAnimationFrame(advance);
      };
      let frame = requestAnimationFrame(advance);
      stop = () => cancelAnimationFrame(frame);
    }
    return () => stop();
  }, [isPlaying, isStepwise, speed, timeline, show]);

  return {
    /** Time since the start of the replay, in ms. */
    moment,
    isPlaying,
    speed,
    setSpeed,
    /** Plays or pauses; at the end, restarts. */
    toggle: useCallback(() => {
      if (now.current >= length) show(0);
      setPlaying((was) => !was);
    }, [length, show]),
    goTo,
    next: useCallback(() => goTo(nextStep(timeline, now.current)), [goTo, timeline]),
    previous: useCallback(() => goTo(previousStep(timeline, now.current)), [goTo, timeline]),
  };
}

export type Playback = ReturnType<typeof usePlayback>;
