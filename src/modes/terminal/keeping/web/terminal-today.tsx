import { dayName } from '#elements/web/text/day-name.ts';
import { count } from '#elements/web/text/figures.ts';
import type { TodayPart } from '#session/web/contribution/today-part.ts';

import type { EndedSessions } from '../protocol.ts';
import { EndedList } from './ended-list.tsx';
import { endedQuery } from './queries.ts';

/** Terminals on Today: the offer to keep what sessions of Claude Code found out. */
export const terminalToday: TodayPart<EndedSessions> = {
  query: endedQuery,
  ready: () => ({ count: 0, words: '' }),
  view(ended) {
    const { day, sessions } = ended;
    if (day === null || sessions.length === 0) return { firstStart: { cards: [] }, hasPrimary: false, cards: [] };
    return {
      hasPrimary: false,
      cards: [{ title: titleOf({ ...ended, day }), content: <EndedList sessions={sessions} /> }],
    };
  },
};

/** `3 sessions ended yesterday: keep what they found out?` */
function titleOf({ total, day, isYesterday }: Pick<EndedSessions, 'total' | 'isYesterday'> & { day: string }) {
  const when = isYesterday ? 'yesterday' : `on ${dayName(day)}`;
  return `${count(total, 'session')} ended ${when}: keep what ${total === 1 ? 'it' : 'they'} found out?`;
}
