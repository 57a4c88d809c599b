import { dollars } from '../money.ts';
import { type UsageDayTotals, shortUsageDay } from './usage-days.ts';
import { tokensText } from './usage-text.ts';

const MAX_HEIGHT_PX = 72;
const MIN_HEIGHT_PX = 2;

/** One bar per day: the cost or, if no price is known, the number of tokens in and out. */
export function UsageBars({ days }: { readonly days: readonly UsageDayTotals[] }) {
  const hasCost = days.some(({ totals }) => totals.costMicros > 0);
  const sizeOf = ({ totals }: UsageDayTotals) => (hasCost ? totals.costMicros : totals.tokensIn + totals.tokensOut);
  const text = (size: number) => (hasCost ? dollars(size) : `${tokensText(size)} tokens`);
  const highest = days.reduce<UsageDayTotals | undefined>(
    (most, day) => (most && sizeOf(most) >= sizeOf(day) ? most : day),
    undefined,
  );
  const first = days.at(0);
  const last = days.at(-1);
  if (!highest || !first || !last) return null;
  const most = Math.max(1, sizeOf(highest));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of elements
      role="img"
      aria-label={`${hasCost ? 'Cost' : 'Tokens'} per day. The highest was ${text(sizeOf(highest))}, on ${shortUsageDay(highest.day)}.`}
      className="mt-4"
    >
      <div className="flex items-end gap-[3px]" style={{ height: MAX_HEIGHT_PX }}>
        {days.map((day) => {
          const size = sizeOf(day);
          const isToday = day === last;
          return (
            <span
              key={day.day}
              title={`${shortUsageDay(day.day)}: ${text(size)}`}
              className="flex h-full min-w-0 flex-1 items-end"
            >
              <span
                data-mark={size === 0 ? 'faint' : isToday ? 'strong' : 'plain'}
                className={`w-full rounded-[2px] ${size === 0 ? 'bg-line' : isToday ? 'bg-accent' : 'bg-line-strong'}`}
                style={{
                  height:
                    size === 0 ? MIN_HEIGHT_PX : Math.max(MIN_HEIGHT_PX + 1, Math.round((size / most) * MAX_HEIGHT_PX)),
                }}
              />
            </span>
          );
        })}
      </div>
      <div className="mt-1.5 flex justify-between text-xs text-ink-faint tabular-nums">
        <span>{shortUsageDay(first.day)}</span>
        <span>highest: {text(sizeOf(highest))}</span>
        <span>today</span>
      </div>
    </div>
  );
}
