import { dayName } from '#elements/web/text/day-name.ts';

import type { Today } from '../../sets/protocol.ts';

const MAX_HEIGHT_PX = 104;
const MIN_HEIGHT_PX = 3;
const FIGURE = new Intl.NumberFormat('en-GB', { notation: 'compact' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'narrow', timeZone: 'UTC' });

/** Bars with numbers for the next fourteen days. */
export function Forecast({ days }: { readonly days: Today['forecast'] }) {
  const most = Math.max(1, ...days.map(({ due }) => due));
  return (
    <ol aria-label="Points due by day" className="flex items-end gap-1 pt-2 @min-[960px]:gap-6">
      {days.map(({ day, due }, index) => {
        const date = new Date(`${day}T00:00:00Z`);
        return (
          <li key={day} className="flex min-w-0 flex-1 flex-col items-center text-xs tabular-nums">
            <span className="sr-only">{`${index === 0 ? 'Today' : dayName(day)}: ${due}`}</span>
            <span aria-hidden="true" className={due > 0 ? 'text-ink-soft' : 'text-ink-faint'}>
              {FIGURE.format(due)}
            </span>
            <span
              aria-hidden="true"
              data-mark={due === 0 ? 'faint' : index === 0 ? 'strong' : 'plain'}
              className={`mt-1.5 w-full rounded-[4px] ${index === 0 && due > 0 ? 'bg-accent' : due > 0 ? 'bg-line-strong' : 'bg-line'}`}
              style={{ height: Math.max(MIN_HEIGHT_PX, Math.round((due / most) * MAX_HEIGHT_PX)) }}
            />
            <span
              aria-hidden="true"
              className="mt-2 flex flex-col items-center leading-tight text-ink-faint @min-[960px]:flex-row @min-[960px]:gap-1"
            >
              {index === 0 && <span className="hidden text-ink-soft @min-[960px]:inline">today</span>}
              <span className={index === 0 ? 'font-semibold text-ink-soft @min-[960px]:hidden' : ''}>
                {WEEKDAY.format(date)}
              </span>
              <span className={index === 0 ? 'font-semibold text-ink-soft @min-[960px]:hidden' : ''}>
                {date.getUTCDate()}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
