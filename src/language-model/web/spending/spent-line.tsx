import { dollars } from '../money.ts';

interface SpentLineProps {
  readonly label: string;
  readonly spentMicros: number;
  /** Null for no limit. Then there is no bar. */
  readonly limitMicros: number | null;
}

/** Spending against a limit, as text and as a bar. */
export function SpentLine({ label, spentMicros, limitMicros }: SpentLineProps) {
  const isReached = limitMicros !== null && spentMicros >= limitMicros;
  const share = limitMicros === null ? 0 : limitMicros === 0 ? 1 : Math.min(1, spentMicros / limitMicros);
  return (
    <li className="py-2">
      <div className="flex items-baseline gap-3">
        <span>{label}</span>
        <span className="ml-auto text-sm text-ink-soft tabular-nums">
          {dollars(spentMicros)}
          <span className="text-ink-faint">{limitMicros === null ? ', no limit' : ` of ${dollars(limitMicros)}`}</span>
        </span>
      </div>
      {limitMicros !== null && (
        <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-full bg-line">
          <span
            className={`block h-full rounded-full ${isReached ? 'bg-warn' : 'bg-accent'}`}
            style={{ width: `${share * 100}%` }}
          />
        </span>
      )}
    </li>
  );
}
