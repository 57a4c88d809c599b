import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { preferencesQuery } from '#account/web/queries.ts';
import { dayOf } from '#day/domain/day.ts';
import { Button } from '#elements/web/button.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { ModelSettings, UsageByDay, UsageByDay as Usage } from '../../protocol.ts';
import { dollars } from '../money.ts';
import { usageQuery } from '../queries.ts';
import { roleNames } from '../role-names.ts';
import { LimitsForm } from './limits-form.tsx';
import { UsageRow, UsageTable } from './usage-table.tsx';
import { tokensText, usageSentence } from './usage-text.ts';
import { totalsByRole, totalsOf, type UsageTotals } from './usage-totals.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SHOWN = 30;

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const MAX_HEIGHT_PX = 72;
const MIN_HEIGHT_PX = 2;

const SHOWN_AT_FIRST = 7;

/** The cost of models, with the limits and the last days folded under it. */
export function Spending({ settings: { spent, limits } }: { readonly settings: ModelSettings }) {
  return (
    <Section title="Spending">
      <Spent spent={spent} limits={limits} />
      <Folded title="Limits">
        <LimitsForm limits={limits} />
      </Folded>
      <Folded title="The last 30 days">
        <LastDays />
      </Folded>
    </Section>
  );
}

/** A folded part. Its content loads when it is first unfolded, and stays. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={() => setWasOpen(true)}>
      <summary className="cursor-pointer py-1.5 font-medium text-ink-soft hover:text-ink">{title}</summary>
      {wasOpen && <div className="pt-2 pb-3">{children}</div>}
    </details>
  );
}

function LastDays() {
  const usage = useQuery(usageQuery);
  const preferences = useQuery(preferencesQuery);
  const error = usage.error ?? preferences.error;
  if (usage.data && preferences.data)
    return <UsageByDayChart days={usage.data} today={dayOf(usage.dataUpdatedAt, preferences.data)} />;
  if (!error) return <QuietLoading />;
  return (
    <ProblemNotice
      message={messageOf(error)}
      onRetry={() => void Promise.all([usage.refetch(), preferences.refetch()])}
    />
  );
}

interface UsageByDayProps {
  readonly days: Usage['days'];
  /** The person's current day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Tokens and cost of models: in a sentence, as bars, and in tables by role and by day. */
function UsageByDayChart({ days, today }: UsageByDayProps) {
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

/** One bar per day: the cost or, if no price is known, the number of tokens in and out. */
function UsageBars({ days }: { readonly days: readonly UsageDayTotals[] }) {
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

/** Spending today and this month, and a message if a limit pauses the models. */
function Spent({ spent, limits }: Pick<ModelSettings, 'spent' | 'limits'>) {
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

interface SpentLineProps {
  readonly label: string;
  readonly spentMicros: number;
  /** Null for no limit. Then there is no bar. */
  readonly limitMicros: number | null;
}

function SpentLine({ label, spentMicros, limitMicros }: SpentLineProps) {
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

interface UsageDayTotals {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly totals: UsageTotals;
}

/** The thirty days up to `last`, including days without calls. */
function lastDays(days: UsageByDay['days'], last: string): readonly UsageDayTotals[] {
  const lines = new Map(days.map((day) => [day.day, day.lines]));
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: SHOWN }, (_, index) => {
    const day = new Date(end - (SHOWN - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, totals: totalsOf(lines.get(day) ?? []) };
  });
}

/** `12 Nov` */
function shortUsageDay(day: string): string {
  return SHORT_DAY.format(new Date(`${day}T00:00:00Z`));
}
