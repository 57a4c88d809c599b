import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { clockTime } from '#elements/web/text/figures.ts';

import type { Playback } from './use-playback.ts';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

interface PlaybackBarProps {
  readonly playback: Playback;
  readonly length: number;
  readonly isShortened: boolean;
  /** The position in words. */
  readonly place: string;
}

/** Replay controls in place of the composer: play, step, seek, speed. */
export function PlaybackBar({ playback, length, isShortened, place }: PlaybackBarProps) {
  const { moment, isPlaying, toggle, previous, next } = playback;
  usePlaybackKeys(playback);
  return (
    <div className="flex-none px-3 pb-6 wide:px-6">
      <section
        aria-label="Replay"
        className="mx-auto grid max-w-[672px] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-large border border-line-strong bg-surface px-3 py-2.5 shadow-float"
      >
        <div className="flex items-center gap-1">
          <IconButton label="Previous message (Left)" onClick={previous} disabled={moment === 0}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <Button
            look="primary"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
            onClick={toggle}
          >
            <Icon of={isPlaying ? Pause : Play} />
          </Button>
          <IconButton label="Next message (Right)" onClick={next} disabled={moment >= length}>
            <Icon of={ChevronRight} />
          </IconButton>
        </div>
        <input
          type="range"
          aria-label="Place in the conversation"
          aria-valuetext={`${clockTime(moment)} of ${clockTime(length)}, ${place}`}
          min={0}
          max={length}
          step="any"
          value={moment}
          onChange={(event) => playback.goTo(Number(event.target.value))}
          onKeyDown={(event) => keepStepping(event, playback)}
          className="h-6 w-full min-w-0 accent-(--accent)"
        />
        <label className="flex items-center text-sm text-ink-soft">
          <span className="sr-only">Speed</span>
          <select
            value={playback.speed}
            onChange={(event) => playback.setSpeed(Number(event.target.value))}
            className="min-h-[34px] rounded-small border border-line-strong bg-surface px-1.5 tabular-nums"
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        <p className="col-span-3 flex flex-wrap justify-between gap-x-3 text-xs text-ink-faint tabular-nums">
          <span>
            {clockTime(moment)} of {clockTime(length)}
            {isShortened && ', pauses shortened'}
          </span>
          <span>{place}</span>
        </p>
      </section>
    </div>
  );
}

/** Arrow keys step from message to message, because a continuous range has no natural key step. */
function keepStepping(event: React.KeyboardEvent, { next, previous, goTo }: Playback) {
  const max = Number((event.target as HTMLInputElement).max);
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') next();
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') previous();
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(max);
  else return;
  event.preventDefault();
}

const USES_ARROWS = 'input, select, textarea, [role=dialog], [role=menu]';
/** Elements that use the space key; a pressed toggle does not need it. */
const USES_SPACE = `button:not([aria-pressed=true]), a, ${USES_ARROWS}`;

const KEYS: readonly PageKey[] = [
  { keys: 'Space', does: 'play or pause' },
  { keys: 'Left Right', does: 'previous, next event' },
];

/** Space and arrow keys work anywhere that does not use them itself. */
function usePlaybackKeys({ toggle, next, previous }: Playback): void {
  usePageKeys(KEYS);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const own = event.key === ' ' ? USES_SPACE : USES_ARROWS;
      const isOwn = target instanceof HTMLElement && target.closest(own);
      if (isOwn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ') toggle();
      else if (event.key === 'ArrowRight') next();
      else if (event.key === 'ArrowLeft') previous();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle, next, previous]);
}
