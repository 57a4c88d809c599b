import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { focusIfNone } from '#elements/web/focus/focus-if-none.ts';
import { dayName } from '#elements/web/text/day-name.ts';
import { count, minutesOrHours } from '#elements/web/text/figures.ts';
import type { TodayCard, TodayPart } from '#session/web/contribution/today-part.ts';

import { ProposedLine } from '../../proposals/web/proposed-line.tsx';
import { readySets } from '../../sets/domain/urgency.ts';
import type { SetSummary, Today } from '../../sets/protocol.ts';
import { openNewSet } from '../../sets/web/from-source/make-points-anywhere.tsx';
import { LEECH_HINT, LeechList } from '../../sets/web/leeches/leech-list.tsx';
import { fetchToday, todayQuery } from '../../sets/web/queries.ts';
import { RemoveSample } from '../../sets/web/remove-sample.tsx';
import { useBegin } from '../../sets/web/use-begin.ts';
import { ReadySets } from './ready-sets.tsx';
import { todaySentence, weekSentence } from './today-sentence.ts';

const FIRST_SENTENCE =
  'Say what you know in your own words; Warren asks until you have recalled all of it, and brings it back before it fades.';

const ROW = 'flex flex-wrap items-center gap-x-3.5 gap-y-2 py-2';

const MAX_HEIGHT_PX = 104;
const MIN_HEIGHT_PX = 3;
const FIGURE = new Intl.NumberFormat('en-GB', { notation: 'compact' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'narrow', timeZone: 'UTC' });

/** Recall's cards on Today: sets to begin with, leeches, and the forecast. */
export const recallToday: TodayPart<Today> = {
  query: { queryKey: todayQuery.queryKey, queryFn: fetchToday },
  ready: ({ ready }) => ({ count: ready, words: 'points for today' }),
  view(today, hasUnfinished) {
    const { sets, forecast, proposed } = today;
    const ready = readySets(sets);
    // A forecast of zeros says nothing.
    const hasReviews = sets.some(({ points, suspended, fresh }) => points - suspended > fresh);
    const firstStart = firstStartOf(today);
    // Nothing is ready outside unfinished sessions, and their list shows the rest.
    const isLeftOff = ready.length === 0 && hasUnfinished && sets.some(({ openSession }) => openSession !== null);
    return {
      ...(firstStart && proposed.points === 0 && { firstStart }),
      sentence: [
        isLeftOff ? 'All that is due waits in a session you left.' : todaySentence(today),
        weekSentence(today) ?? [],
      ]
        .flat()
        .join(' '),
      ...(isLeftOff && { first: sets.flatMap(({ openSession }) => openSession ?? []) }),
      hasPrimary: ready.length > 0,
      cards: [
        ...(ready.length > 0
          ? [{ title: 'Ready to recall', place: 'first' as const, content: <ReadySets ready={ready} /> }]
          : []),
        ...(proposed.points > 0
          ? [{ title: 'Proposed points', place: 'beside' as const, content: <ProposedLine proposed={proposed} /> }]
          : []),
        ...(hasReviews ? [{ title: 'The next two weeks', content: <Forecast days={forecast} /> }] : []),
        // Last, because its rows load later and would move anything below them.
        ...(sets.some(({ leeches }) => leeches > 0)
          ? [{ title: 'Leeches', hint: LEECH_HINT, content: <LeechList setId={null} /> }]
          : []),
      ],
    };
  },
};

/** The sample set and the ways to begin with own points, as long as there is only a sample that was never asked for. */
function firstStartOf({ sets, minutes }: Today) {
  const [sample] = sets;
  const isUntouched = !sample || (sample.isSample && sample.status === 'active' && sample.fresh === sample.points);
  if (sets.length > 1 || !isUntouched) return undefined;
  const own: TodayCard = {
    title: sample ? 'Or start with your own' : 'Start with your own',
    content: <StartWithOwn hasPrimary={!sample} />,
  };
  if (!sample) return { sentence: FIRST_SENTENCE, cards: [own] };
  const content = <TrySample sample={sample} minutes={minutes} />;
  return {
    sentence: FIRST_SENTENCE,
    cards: [{ title: 'Try it with a sample', place: 'first' as const, content }, own],
  };
}

/** Bars with numbers for the next fourteen days. */
function Forecast({ days }: { readonly days: Today['forecast'] }) {
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

/** The sample set, to begin with or to read first. */
function TrySample({ sample, minutes }: { readonly sample: SetSummary; readonly minutes: number }) {
  const navigate = useNavigate();
  const { begin, isBeginning } = useBegin();
  const name = `sample-${sample.id}`;
  return (
    <>
      <div className={ROW}>
        <div className="min-w-[min(100%,160px)] flex-1">
          <div id={name} dir="auto" className="text-left">
            {sample.title}
          </div>
          <div className="text-sm text-ink-faint">{`A sample, ${count(sample.points, 'point')}, about ${minutesOrHours(minutes)}`}</div>
        </div>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button
            look="quiet"
            className="max-wide:-ml-3"
            onClick={() => void navigate({ to: '/recall/$setId', params: { setId: sample.id } })}
          >
            Read the points first
          </Button>
          <Button
            ref={focusIfNone}
            look="primary"
            aria-describedby={name}
            isBusy={isBeginning}
            onClick={() => begin(sample.id)}
          >
            Begin
          </Button>
        </span>
      </div>
      <div className="-ml-3">
        <RemoveSample set={sample} />
      </div>
    </>
  );
}

/** Ways to begin with the person's own points. */
function StartWithOwn({ hasPrimary }: { readonly hasPrimary: boolean }) {
  return (
    <div className={ROW}>
      <div className="min-w-[min(100%,140px)] flex-1">
        <div>Points, one a line</div>
        <div className="text-sm text-ink-faint">paste or type them, or a text to make them of</div>
      </div>
      <NewSet look={hasPrimary ? 'primary' : 'outlined'} />
    </div>
  );
}

export function NewSet({ look = 'outlined' }: { readonly look?: 'primary' | 'outlined' }) {
  return (
    <Button look={look} onClick={openNewSet}>
      New set
    </Button>
  );
}
