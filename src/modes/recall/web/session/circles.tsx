import { useState } from 'react';

interface CirclesProps {
  readonly recalled: number;
  readonly total: number;
}

/** More circles than this would be counted, not seen. */
const MOST_CIRCLES = 24;
const APART_MS = 150;

/** How far the session is: circles that only ever fill, from the left, whichever point it was. */
export function Circles({ recalled, total }: CirclesProps) {
  const [shown, setShown] = useState({ recalled, before: recalled });
  if (shown.recalled !== recalled) setShown({ recalled, before: shown.recalled });
  const label = `${recalled} of ${total} recalled`;
  if (total > MOST_CIRCLES) return <ProgressBar recalled={recalled} total={total} label={label} />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
    <span role="img" aria-label={label} title={label} className="flex shrink-0 flex-wrap items-center gap-1.5">
      {Array.from({ length: total }, (_, index) => {
        const isFull = index < recalled;
        return (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- circles have no identity: that is their point
            key={index}
            data-full={isFull}
            style={{
              transitionDelay: isFull && index > shown.before ? `${(index - shown.before) * APART_MS}ms` : '0ms',
            }}
            className={`size-2.5 rounded-full border-[1.5px] transition-colors duration-(--fast) ${isFull ? 'border-accent bg-accent' : 'border-line-strong'}`}
          />
        );
      })}
    </span>
  );
}

function ProgressBar({ recalled, total, label }: CirclesProps & { readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
    <span role="img" aria-label={label} title={label} className="flex shrink-0 items-center gap-2">
      <span className="h-2 w-20 overflow-hidden rounded-full border border-line-strong wide:w-40">
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
