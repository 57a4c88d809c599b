import { z } from 'zod';

import type { RoleModels } from '#language-model/server/role-models.ts';
import { type Route, route } from '#wire/route.ts';

import { momentOf, type RecallDependencies } from '../../storage/server/dependencies.ts';
import {
  leechesAnswer,
  leechesParameters,
  pointSplit,
  retentionPreview,
  textForPoints,
  titleSuggestion,
  writtenPoints,
} from '../protocol.ts';
import { readLeeches } from './leeches.ts';
import { readRetentionPreview } from './retention-preview.ts';
import { requireSet } from './sets.ts';
import { dismissLeech, splitPoint } from './split-point.ts';
import { suggestTitle } from './suggest-title.ts';
import { writePointsFrom } from './write-points.ts';

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

export interface SchedulingRouteDependencies extends RecallDependencies {
  readonly roleModels: RoleModels;
}

/** Routes for retention costs, leeches, and what agents suggest for a set. */
export function schedulingRoutes(dependencies: SchedulingRouteDependencies): Route[] {
  const { database, preferencesOf, roleModels } = dependencies;
  const { read } = database;
  return [
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/retention-preview',
      summary: 'What each desired retention would cost in reviews a day',
      answer: retentionPreview,
      async handle({ person, params }) {
        const set = { person, setId: params['setId'] ?? '' };
        return readRetentionPreview(read, set, await momentOf(dependencies, read, person));
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/suggest-title',
      summary: 'Suggests a name for a set from its points; nothing is changed',
      answer: titleSuggestion,
      handle: ({ person, params }) => suggestTitle(read, { person, setId: params['setId'] ?? '' }, roleModels),
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/write-points',
      summary: 'Proposes points for a set from a text or a source; nothing is changed',
      body: textForPoints,
      answer: writtenPoints,
      handle: ({ person, params, body }) =>
        writePointsFrom(body, { person, setId: params['setId'] ?? '' }, { read, roleModels }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/leeches',
      summary: 'Points that were forgotten again and again, of all sets or of one',
      query: leechesParameters,
      answer: leechesAnswer,
      async handle({ person, query }) {
        const setId = query?.set;
        if (setId !== undefined) await requireSet(read, { person, setId });
        const preferences = await preferencesOf(read, person);
        return { leeches: await readLeeches(read, { person, preferences, ...(setId !== undefined && { setId }) }) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/points/:pointId/split',
      summary: 'Puts several new points where one stood',
      body: pointSplit,
      answer: done,
      async handle({ person, params, body }) {
        const split = { person, pointId: params['pointId'] ?? '', parts: body.parts };
        await database.write((trx) => splitPoint(dependencies, trx, split));
        return ok;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/points/:pointId/dismiss-leech',
      summary: 'Dismisses a leech',
      answer: done,
      async handle({ person, params }) {
        await database.write((trx) => dismissLeech(dependencies, trx, { person, pointId: params['pointId'] ?? '' }));
        return ok;
      },
    }),
  ];
}
