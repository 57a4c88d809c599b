import { useId } from 'react';

import type { RetentionPreview } from '../../protocol.ts';
import { costWords, percentOf } from './retention-words.ts';

interface RetentionFieldProps {
  /** Undefined while it is computed. */
  readonly preview: RetentionPreview | undefined;
  /** Null for the person's own. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

const MIN_PERCENT = 70;
const MAX_PERCENT = 97;
const USUAL = 0.9;

/** The desired retention of a set, with its cost in plain words. */
export function RetentionField({ preview, value, onChange }: RetentionFieldProps) {
  const id = useId();
  const own = preview?.personRetention ?? USUAL;
  const shown = value ?? own;
  const percent = percentOf(shown);
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <label htmlFor={id} className="text-sm font-medium">
          {`How sure you want to be: ${percent}%`}
        </label>
        <label className="ml-auto flex min-h-[34px] items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={value === null}
            onChange={(event) => onChange(event.target.checked ? null : own)}
            className="size-4 accent-(--accent)"
          />
          {`As in Settings, ${percentOf(own)}%`}
        </label>
      </div>
      <input
        id={id}
        type="range"
        min={MIN_PERCENT}
        max={MAX_PERCENT}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent`}
        aria-describedby={`${id}-cost`}
        onChange={(event) => onChange(event.target.valueAsNumber / 100)}
        className="w-full accent-(--accent)"
      />
      <p id={`${id}-cost`} aria-live="polite" className="mt-1 min-h-10 text-sm text-ink-soft tabular-nums">
        {preview ? costWords(preview.costs, shown) : 'Working out what it costs…'}
      </p>
    </div>
  );
}
