import type { TodayPart } from '#session/web/contribution/today-part.ts';

import type { LibraryOverview } from '../sources/protocol.ts';
import { overviewQuery, readOverview } from '../sources/web/queries.ts';
import { FirstSources } from './first-sources.tsx';

/** The library on Today: how to begin with it, as long as there is nothing in it but samples. */
export const libraryToday: TodayPart<LibraryOverview> = {
  query: { queryKey: overviewQuery.queryKey, queryFn: readOverview },
  ready: () => ({ count: 0, words: '' }),
  view({ counts, hasSamples }) {
    const isUntouched = (counts.all === 0 && counts.archived === 0) || hasSamples;
    if (!isUntouched) return { hasPrimary: false, cards: [] };
    const content = <FirstSources hasSamples={hasSamples} />;
    return {
      firstStart: {
        sentence: 'Keep what you read and what you think, and find it again.',
        cards: [{ title: 'Keep what you read', content }],
      },
      hasPrimary: false,
      cards: [],
    };
  },
};
