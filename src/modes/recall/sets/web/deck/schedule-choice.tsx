import { SegmentedChoice } from '#elements/web/segmented-choice.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { DeckPreview } from '../../protocol.ts';

export type Schedule = 'keep' | 'fresh';

const OPTIONS = [
  { value: 'keep', name: 'Keep the schedule' },
  { value: 'fresh', name: 'Start fresh' },
] as const;

interface ScheduleChoiceProps {
  readonly preview: DeckPreview;
  readonly value: Schedule;
  readonly onChoose: (schedule: Schedule) => void;
}

/** Choice to keep the due days and reviews in the file, if it has any. */
export function ScheduleChoice({ preview: { scheduled, reviews, sets }, value, onChoose }: ScheduleChoiceProps) {
  const later = sets.reduce((sum, set) => sum + set.later, 0);
  if (scheduled + reviews + later === 0) return null;
  const kept = [
    ...(scheduled + reviews > 0
      ? [
          `${count(scheduled, 'point')} with due days, ${count(reviews, 'review')} for your statistics and your memory model.`,
        ]
      : []),
    ...(later > 0
      ? [`${count(later, 'point')} of yours ${later === 1 ? 'goes' : 'go'} on with reviews made in Anki since.`]
      : []),
  ];
  return (
    <section aria-label="Schedule" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedChoice label="Schedule" options={OPTIONS} value={value} onChoose={onChoose} />
      <p className="text-sm text-ink-soft">
        {value === 'keep' ? kept.join(' ') : 'Due days and reviews of the file are left out.'}
      </p>
    </section>
  );
}
