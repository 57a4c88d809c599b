import type { TodayCard, TodayPart } from '#session/web/contribution/today-part.ts';

import { readySets } from '../../sets/domain/urgency.ts';
import type { Today } from '../../sets/protocol.ts';
import { LEECH_HINT, LeechList } from '../../sets/web/leeches/leech-list.tsx';
import { fetchToday, todayQuery } from '../../sets/web/queries.ts';
import { FIRST_SENTENCE, StartWithOwn, TrySample } from './first-start.tsx';
import { Forecast } from './forecast.tsx';
import { ReadySets } from './ready-sets.tsx';
import { todaySentence } from './today-sentence.ts';

/** Recall's cards on Today: sets to begin with, leeches, and the forecast. */
export const recallToday: TodayPart<Today> = {
  query: { queryKey: todayQuery.queryKey, queryFn: fetchToday },
  ready: ({ ready }) => ({ count: ready, words: 'points for today' }),
  view(today, hasUnfinished) {
    const { sets, forecast } = today;
    const ready = readySets(sets);
    const hasSets = sets.length > 0;
    // A forecast of zeros says nothing.
    const hasReviews = sets.some(({ points, fresh }) => points > fresh);
    const firstStart = firstStartOf(today);
    // Where you left off says the rest.
    const isLeftOff = ready.length === 0 && hasUnfinished && sets.some(({ openSession }) => openSession !== null);
    return {
      ...(firstStart && { firstStart }),
      sentence: isLeftOff ? 'All that is due waits in a session you left.' : todaySentence(today),
      hasPrimary: ready.length > 0 || !hasSets,
      cards: [
        ...(isLeftOff
          ? []
          : [{ title: 'Ready to recall', isFirst: true, content: <ReadySets {...{ ready, hasSets }} /> }]),
        ...(sets.some(({ leeches }) => leeches > 0)
          ? [{ title: 'Leeches', hint: LEECH_HINT, content: <LeechList setId={null} /> }]
          : []),
        ...(hasReviews ? [{ title: 'The next two weeks', content: <Forecast days={forecast} /> }] : []),
      ],
    };
  },
};

/** The sample and one's own beginning, while there is nothing but a sample that was never asked for. */
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
  return { sentence: FIRST_SENTENCE, cards: [{ title: 'Try it with a sample', isFirst: true, content }, own] };
}
