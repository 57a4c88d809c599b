import type { FoundThing } from '#session/web/contribution/contribution.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { labelRanker } from '#text/domain/label-rank.ts';

import { fetchDrafts } from '../../pane/web/queries.ts';

const MAX_FOUND = 8;

export async function findDrafts(typed: string): Promise<readonly FoundThing[]> {
  const rank = labelRanker(typed);
  return (await fetchDrafts())
    .filter(({ title }) => rank(title) > 0)
    .toSorted((one, other) => rank(other.title) - rank(one.title))
    .slice(0, MAX_FOUND)
    .map(({ id, title, session, sessionTitle }) => ({
      id,
      label: title,
      note: sessionTitle,
      to: sessionPath(session),
    }));
}
