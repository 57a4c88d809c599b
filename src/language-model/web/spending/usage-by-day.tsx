import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { UsageByDay as Usage } from '../../protocol.ts';
import { roleNames } from '../role-names.ts';
import { UsageBars } from './usage-bars.tsx';
import { lastDays, shortUsageDay } from './usage-days.ts';
import { UsageRow, UsageTable } from './usage-table.tsx';
import { usageSentence } from './usage-text.ts';
import { totalsByRole, totalsOf } from './usage-totals.ts';

interface UsageByDayProps {
  readonly days: Usage['days'];
  /** The person's current day, `YYYY-MM-DD`. */
  readonly today: string;
}

const SHOWN_AT_FIRST = 7;

/** Tokens and cost of models: in a sentence, as bars, and in tables by role and by day. */
export function UsageByDayChart({ days, today }: UsageByDayProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = days.flatMap((day) => day.lines);
  const whole = totalsOf(lines);
  const sentence = <p className="max-w-[62ch] text-ink-soft">{usageSentence(whole)}</p>;
  if (whole.calls === 0) return sentence;
  const used = days.filter((day) => day.lines.length > 0).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const shown = isWhole ? used : used.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      {sentence}
      <UsageBars days={lastDays(days, today)} />
      <div className="mt-4">
        <UsageTable caption="Tokens and cost of the last 30 days, by role" of="30 days">
          <tbody>
            {totalsByRole(lines).map(({ role, models, totals }) => (
              <UsageRow key={role} look="part" name={roleNames[role].name} note={models.join(', ')} totals={totals} />
            ))}
          </tbody>
          <tfoot>
            <UsageRow look="total" name="All" totals={whole} />
          </tfoot>
        </UsageTable>
      </div>
      <div className="mt-6">
        <UsageTable caption="Tokens and cost by day and role" of="Day">
          {shown.map((day) => (
            <tbody key={day.day}>
              <UsageRow
                look="total"
                name={day.day === today ? 'Today' : shortUsageDay(day.day)}
                totals={totalsOf(day.lines)}
              />
              {totalsByRole(day.lines).map(({ role, totals }) => (
                <UsageRow key={role} look="part under" name={roleNames[role].name} totals={totals} />
              ))}
            </tbody>
          ))}
        </UsageTable>
        {shown.length < used.length && (
          <Button look="quiet" className="mt-2 -ml-3" onClick={() => setWhole(true)}>
            Show all {used.length} days
          </Button>
        )}
      </div>
    </>
  );
}
