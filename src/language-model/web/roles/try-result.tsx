import { CodeWords } from '#elements/web/text/code-words.tsx';
import { WithSettingsLink } from '#session/web/transcript/rows/wait-notice.tsx';

import type { RoleTryResult } from '../../protocol.ts';
import { costText } from '../money.ts';
import { fromHere, problemText } from '../problem-text.ts';

interface TryResultProps {
  readonly isTrying: boolean;
  readonly result: RoleTryResult | undefined;
  /** The request to Warren failed. */
  readonly error: Error | null;
}

const SECONDS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

export function TryResult({ isTrying, result, error }: TryResultProps) {
  return (
    <output className="block">
      {isTrying && <p className="pt-3 text-sm text-ink-faint">Asking</p>}
      {!isTrying && error && (
        <p className="pt-3 text-sm text-bad">
          <WithSettingsLink text={problemText(error)} />
        </p>
      )}
      {!isTrying && !error && result && (
        <div className={`mt-3 border-l-2 pl-3.5 ${result.ok ? 'border-accent' : 'border-bad'}`}>
          {result.ok ? (
            <p dir="auto" className="max-w-[62ch] font-serif text-read leading-normal">
              <span className="sr-only">It said: </span>
              {result.message}
            </p>
          ) : (
            <p className="max-w-[62ch] text-sm">
              <span className="text-bad">
                <CodeWords text={result.message} />
              </span>
              {result.remedy !== null && (
                <span className="text-ink-soft">
                  {' '}
                  <WithSettingsLink text={fromHere(result.remedy)} />
                </span>
              )}
            </p>
          )}
          <p className="mt-0.5 text-xs text-ink-faint tabular-nums">
            {timeText(result.milliseconds)}
            {(result.ok || result.costMicros !== null) && `, ${costText(result.costMicros)}`}
          </p>
        </div>
      )}
    </output>
  );
}

function timeText(milliseconds: number): string {
  if (milliseconds < 100) return 'Under 0.1 seconds';
  const seconds = SECONDS.format(milliseconds / 1_000);
  return `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`;
}
