import { useQuery } from '@tanstack/react-query';

import { TextField } from '#elements/web/text-field.tsx';
import { dayName } from '#elements/web/text/day-name.ts';
import { count } from '#elements/web/text/figures.ts';
import { messageOf } from '#http-client/web/api.ts';

import type { ExamPlan } from '../../protocol.ts';
import { examPlanQuery } from '../queries.ts';

interface ExamFieldProps {
  readonly setId: string;
  /** Empty if there is no exam. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly problem: string | undefined;
}

/** Field for the day of an exam, with a preview of the plan until then. */
export function ExamField({ setId, value, onChange, problem }: ExamFieldProps) {
  const { data: plan, error } = useQuery({ ...examPlanQuery(setId, value), enabled: value !== '' });
  return (
    <div>
      <TextField
        label="Exam on"
        name="examOn"
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        problem={problem ?? (error && value !== '' ? messageOf(error) : undefined)}
        help="New points are spread so that all were seen a week before. Empty for none."
      />
      {value !== '' && plan && <PlanPicture plan={plan} />}
    </div>
  );
}

const HEIGHT_PX = 64;
/** A longer plan is drawn with one bar per week. */
const MAX_BARS = 45;
const WEEK = 7;

function PlanPicture({ plan }: { readonly plan: ExamPlan }) {
  const size = plan.days.length > MAX_BARS ? WEEK : 1;
  const bars = Array.from({ length: Math.ceil(plan.days.length / size) }, (_, index) => {
    const days = plan.days.slice(index * size, (index + 1) * size);
    return {
      day: days[0]?.day ?? '',
      fresh: days.reduce((sum, { fresh }) => sum + fresh, 0),
      reviews: days.reduce((sum, { reviews }) => sum + reviews, 0),
    };
  });
  const most = Math.max(1, ...bars.map(({ fresh, reviews }) => fresh + reviews));
  const height = (points: number) => Math.round((points / most) * HEIGHT_PX);
  return (
    <figure className="mt-3">
      <div aria-hidden="true" className="flex h-16.25 items-end gap-px border-b border-line">
        {bars.map(({ day, fresh, reviews }) => (
          <span key={day} className="flex min-w-0 flex-1 flex-col">
            <span className="bg-accent" style={{ height: height(fresh) }} />
            <span className="bg-line-strong" style={{ height: height(reviews) }} />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>today</span>
        <span className="flex gap-3">
          <Sample className="bg-accent" words="new" />
          <Sample className="bg-line-strong" words="reviews" />
        </span>
        <span>exam</span>
      </div>
      <figcaption aria-live="polite" className="mt-1 text-sm text-ink-soft tabular-nums">
        {planWords(plan)}
      </figcaption>
    </figure>
  );
}

function Sample({ className, words }: { readonly className: string; readonly words: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className={`size-2 rounded-full ${className}`} />
      {words}
    </span>
  );
}

export function planWords({ days, expected, seenBy }: ExamPlan): string {
  if (expected === null) return 'This set has no points yet.';
  const fresh = Math.max(0, ...days.map((day) => day.fresh));
  const most = Math.max(0, ...days.map((day) => day.fresh + day.reviews));
  const spread = fresh > 0 ? `Up to ${count(fresh, 'new point')} a day until ${dayName(seenBy)}. ` : '';
  return `${spread}At most ${count(most, 'point')} on a day. On the day of the exam you would recall about ${Math.round(expected * 100)}%.`;
}
