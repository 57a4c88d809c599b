import type { ModelSettings } from '../../protocol.ts';
import { SpentLine } from './spent-line.tsx';

/** Spending today and this month, and a message if a limit pauses the models. */
export function Spent({ spent, limits }: Pick<ModelSettings, 'spent' | 'limits'>) {
  const isReached = (limit: number | null, micros: number) => limit !== null && micros >= limit;
  const isDayOver = isReached(limits.dayMicros, spent.dayMicros);
  const isMonthOver = isReached(limits.monthMicros, spent.monthMicros);
  return (
    <>
      <ul className="max-w-[440px]">
        <SpentLine label="Today" spentMicros={spent.dayMicros} limitMicros={limits.dayMicros} />
        <SpentLine label="This month" spentMicros={spent.monthMicros} limitMicros={limits.monthMicros} />
      </ul>
      {(isDayOver || isMonthOver) && (
        <p className="mt-2 max-w-[62ch] text-warn">
          {isMonthOver
            ? 'This month’s limit is reached. Models pause until next month. Raise the limit to continue now.'
            : 'Today’s limit is reached. Models pause until your next day begins. Raise the limit to continue now.'}
        </p>
      )}
    </>
  );
}
