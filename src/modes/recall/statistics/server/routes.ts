import { type Route, route } from '#wire/route.ts';

import { momentOf, type RecallDependencies } from '../../storage/server/dependencies.ts';
import { pointStatistics, setStatistics, statistics } from '../protocol.ts';
import { readStatistics } from './overall-statistics.ts';
import { readPointStatistics } from './point-statistics.ts';
import { readSetStatistics } from './set-statistics.ts';

type Needed = Pick<RecallDependencies, 'database' | 'preferencesOf' | 'now'>;

export function statisticsRoutes({ database, preferencesOf, now }: Needed): readonly Route[] {
  const today = (person: string) => momentOf({ preferencesOf, now }, database.read, person);
  return [
    route({
      method: 'GET',
      path: '/api/recall/statistics',
      summary: 'The statistics of all sets: reviews by day and month, due forecast and memory',
      answer: statistics,
      handle: async ({ person }) => readStatistics(database, person, await today(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/statistics',
      summary: 'The statistics of a set: its state, forgetting curve and reviews by day. Without point texts',
      answer: setStatistics,
      handle: async ({ person, params }) =>
        readSetStatistics(database, { person, setId: params['setId'] ?? '' }, await today(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/points/:pointId/statistics',
      summary: 'Every review of a point and its forgetting curve. Without its text',
      answer: pointStatistics,
      handle: async ({ person, params }) =>
        readPointStatistics(database, { person, pointId: params['pointId'] ?? '' }, await today(person)),
    }),
  ];
}
