import { Pause, Play } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { clockTime } from '#elements/web/text/figures.ts';

import type { Playback } from './use-playback.ts';

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 5_000;
const PAGE_STEPS = 10;
const KEYS: readonly PageKey[] = [
  { keys: 'Space', does: 'play or pause, on the bar' },
  { keys: 'Left Right', does: 'five seconds back, on' },
  { keys: 'Page-Up Page-Down', does: 'a tenth on, back' },
];

export function ReplayBar({ playback, isLoading }: { readonly playback: Playback; readonly isLoading: boolean }) {
  usePageKeys(KEYS);
  const { timeline, positionMs, isPlaying, speed, skipsIdle, toggle, goTo, setSpeed, setSkipsIdle } = playback;
  const { durationMs, skippedMs } = timeline;
  const place = `${clockTime(positionMs)} of ${clockTime(durationMs)}`;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
      <Button look="primary" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
        <Icon of={isPlaying ? Pause : Play} />
      </Button>
      <input
        type="range"
        aria-label="Place in the recording"
        aria-valuetext={place}
        min={0}
        max={durationMs}
        step="any"
        value={positionMs}
        onChange={(event) => goTo(event.target.valueAsNumber)}
        onKeyDown={(event) => stepWithKeys(event, playback)}
        className="h-6 w-full min-w-0 accent-(--accent)"
      />
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <p className="tabular-nums">
          {place}
          {skippedMs > 0 && `, ${clockTime(skippedMs)} idle skipped`}
          {isLoading && ', loading'}
        </p>
        <label className="ml-auto flex min-h-[34px] items-center gap-2">
          <input
            type="checkbox"
            role="switch"
            aria-checked={skipsIdle}
            checked={skipsIdle}
            onChange={(event) => setSkipsIdle(event.target.checked)}
            className="size-4 accent-(--accent)"
          />
          Skip idle
        </label>
        <label className="flex items-center gap-2">
          Speed
          <select
            value={speed}
            onChange={(event) => setSpeed(Number(event.target.value))}
            className="min-h-[34px] rounded-small border border-line-strong bg-surface px-1.5 text-ink tabular-nums"
          >
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {choice}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

/** A continuous range has no natural key step: arrows move 5 seconds, Page keys a tenth, the space key plays. */
function stepWithKeys(event: KeyboardEvent, { timeline: { durationMs }, positionMs, goTo, toggle }: Playback): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const page = durationMs / PAGE_STEPS;
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: positionMs + STEP_MS,
    ArrowUp: positionMs + STEP_MS,
    ArrowLeft: positionMs - STEP_MS,
    ArrowDown: positionMs - STEP_MS,
    PageUp: positionMs + page,
    PageDown: positionMs - page,
    Home: 0,
    End: durationMs,
  };
  const move = moves[event.key];
  if (move !== undefined) goTo(move);
  else if (event.key === ' ') toggle();
  else return;
  event.preventDefault();
}
