import { useState } from 'react';

interface CirclesProps {
  readonly recalled: number;
  readonly total: number;
  readonly className?: string;
}

/** With more circles, a bar is shown instead. */
const MAX_CIRCLES = 24;
/** Number of circles that fit beside a title on a phone. */
const MAX_ON_PHONE = 8;
const APART_MS = 150;

/** The progress of a session. Circles fill from the left, regardless of which point was recalled. */
export function Circles({ recalled, total, className = '' }: CirclesProps) {
  const label = `${recalled} of ${total} recalled`;
  const hasCircles = total <= MAX_CIRCLES;
  const hasBar = total > MAX_ON_PHONE;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
    <span role="img" aria-label={label} title={label} className={`shrink-0 ${className}`}>
      {hasCircles && <CircleRow recalled={recalled} total={total} className={hasBar ? 'hidden wide:flex' : 'flex'} />}
      {hasBar && <Bar recalled={recalled} total={total} className={hasCircles ? 'flex wide:hidden' : 'flex'} />}
    </span>
  );
}

interface ShapeProps extends CirclesProps {
  readonly className: string;
}

function CircleRow({ recalled, total, className }: ShapeProps) {
  const [shown, setShown] = useState({ recalled, before: recalled });
  if (shown.recalled !== recalled) setShown({ recalled, before: shown.recalled });
  return (
    <span className={`items-center gap-0.5 wide:gap-1.5 ${className}`}>
      {Array.from({ length: total }, (_, index) => {
        const isFull = index < recalled;
        const isLate = isFull && index > shown.before;
        return (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- circles have no identity: that is their point
            key={index}
            data-full={isFull}
            style={{ transitionDelay: isLate ? `${(index - shown.before) * APART_MS}ms` : '0ms' }}
            className={`size-2 rounded-full border-[1.5px] wide:size-2.5 transition-colors duration-(--fast) ${isFull ? 'border-accent bg-accent' : 'border-line-strong'}`}
          />
        );
      })}
    </span>
  );
}

function Bar({ recalled, total, className }: ShapeProps) {
  return (
    <span className={`items-center gap-2 ${className}`}>
      <span className="h-2 w-8 overflow-hidden rounded-full border border-line-strong wide:w-40">
        <span
          className="block h-full bg-accent transition-[width] duration-(--calm)"
          style={{ width: `${(100 * recalled) / total}%` }}
        />
      </span>
      <span className="text-sm text-ink-faint tabular-nums">
        {recalled}/{total}
      </span>
    </span>
  );
}
