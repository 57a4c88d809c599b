interface PointBarProps {
  readonly retrievability: number;
  /** Missed today: a probability of recall would only show that it was just read. */
  readonly isMissed: boolean;
  readonly isDue: boolean;
}

/** The current probability of recall. Due points are amber. */
export function PointBar({ retrievability, isMissed, isDue }: PointBarProps) {
  const chance = isMissed ? null : retrievability;
  const words = wordsOf({ retrievability, isMissed, isDue });
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
      role="img"
      aria-label={words}
      title={words}
      className={`h-1.5 min-w-6 flex-1 overflow-hidden rounded-full ${isMissed ? 'border border-dashed border-line-strong' : 'bg-sunken'}`}
    >
      {chance !== null && (
        <span
          className={`block h-full rounded-full ${isDue ? 'bg-warn' : 'bg-accent'}`}
          style={{ width: `${percentOf(chance)}%` }}
        />
      )}
    </span>
  );
}

function percentOf(chance: number): number {
  return Math.round(chance * 100);
}

function wordsOf({ retrievability, isMissed, isDue }: PointBarProps): string {
  if (isMissed) return 'missed today';
  return `${percentOf(retrievability)}% likely to be recalled${isDue ? ', fading' : ''}`;
}
