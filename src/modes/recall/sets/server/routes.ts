import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import { pasteInSteps } from '../domain/paste/read-paste.ts';
import {
  findings,
  findingsKept,
  foundPoints,
  MAX_IDS_BYTES,
  newPoint,
  newSet,
  pasteResult,
  point,
  pointChange,
  pointPaste,
  pointQuery,
  pointsChange,
  pointsChanged,
  setChange,
  setDetail,
  partOfSet,
  partParameters,
  setParameters,
  setSummary,
  tagsAnswer,
  today as todayAnswer,
} from '../protocol.ts';
import { findPoints } from './find-points.ts';
import { withMoments } from './from-source/moments-of-points.ts';
import { keepFindings } from './keep-findings.ts';
import { changePoints } from './many/change-points.ts';
import { countAddedBefore, markPointDeleted, noSuchPoint, readPoint, requireSetOf, withIds } from './points.ts';
import { runInSteps } from './run-in-steps.ts';
import { addSet, markSetDeleted, noSuchSet, pointReader, readPoints, readSet, readSets, requireSet } from './sets.ts';
import { readTags } from './tags.ts';
import { readToday } from './today.ts';
import { addPoints, changePoint, recordPointDeleted, withdrawPointDeleted } from './undo/point-actions.ts';
import { changeSetUndoably, recordSet, toSetColumns, withdrawSetDeleted } from './undo/set-actions.ts';

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

/** Enough for ten thousand points. */
const MAX_PASTE_BYTES = 4 * 1024 * 1024;

export function recallRoutes(dependencies: RecallDependencies): Route[] {
  const { database, preferencesOf, undo, now, newId } = dependencies;
  const { read } = database;
  const todayOf = async (person: string) => ({ now: now(), preferences: await preferencesOf(read, person) });

  async function summaryOf(person: string, setId: string) {
    const [summary] = await readSets(read, person, { ...(await todayOf(person)), setId });
    if (!summary) throw noSuchSet();
    return summary;
  }
  async function pointOf(person: string, pointId: string) {
    const row = await readPoint(read, { person, pointId });
    const shown = await pointReader(read, { person, setId: row.set_id, pointIds: [pointId] }, await todayOf(person));
    const [found] = await shown([row]);
    if (!found) throw noSuchPoint();
    return found;
  }
  const setIn = (params: Readonly<Record<string, string>>) => params['setId'] ?? '';
  const pointIn = (params: Readonly<Record<string, string>>) => params['pointId'] ?? '';

  return [
    route({
      method: 'GET',
      path: '/api/recall/today',
      summary: 'Due and new points today, and the next two weeks',
      answer: todayAnswer,
      handle: async ({ person }) => readToday(read, person, await todayOf(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/points',
      summary: 'Points that say what is typed, best first; without those of sets that are being asked for',
      query: pointQuery,
      answer: foundPoints,
      handle: ({ person, query }) => findPoints(read, person, query),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets',
      summary: 'All sets',
      answer: z.object({ sets: z.array(setSummary) }),
      handle: async ({ person }) => ({ sets: await readSets(read, person, await todayOf(person)) }),
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets',
      summary: 'Adds a set',
      body: newSet,
      answer: setSummary,
      async handle({ person, body }) {
        const setId = body.id ?? newId();
        await database.write(async (trx) => {
          const isNew = await addSet(trx, { person, setId }, { ...body, isSample: false, at: now() });
          if (isNew) await recordSet(undo, trx, { person, setId, kind: 'set-added' });
        });
        return summaryOf(person, setId);
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId',
      summary: 'A set with its points, or with the first of them',
      query: setParameters,
      answer: setDetail,
      handle: async ({ person, params, query }) =>
        readSet(read, { person, setId: setIn(params), first: query?.first }, await todayOf(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/points',
      summary: 'The points of a set that come after one of them, as many as are asked for',
      query: partParameters,
      answer: partOfSet,
      async handle({ person, params, query }) {
        const set = { person, setId: setIn(params) };
        await requireSet(read, set);
        return { items: await readPoints(read, { ...set, ...query }, await todayOf(person)) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/recall/sets/:setId',
      summary: 'Renames a set, or changes how it is asked',
      body: setChange,
      answer: setSummary,
      async handle({ person, params, body }) {
        const setId = setIn(params);
        const change = { person, setId, ...toSetColumns(body), at: now() };
        await database.write((trx) => changeSetUndoably(undo, trx, change));
        return summaryOf(person, setId);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/sets/:setId',
      summary: 'Deletes a set; it can be restored',
      answer: done,
      async handle({ person, params }) {
        const set = { person, setId: setIn(params) };
        await database.write(async (trx) => {
          if (await markSetDeleted(trx, set, now())) await recordSet(undo, trx, { ...set, kind: 'set-deleted' });
        });
        return ok;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/restore',
      summary: 'Takes the deletion of a set back',
      answer: setSummary,
      async handle({ person, params }) {
        const set = { person, setId: setIn(params) };
        await database.write(async (trx) => {
          if (await markSetDeleted(trx, set, null)) await withdrawSetDeleted(undo, trx, set);
        });
        return summaryOf(person, set.setId);
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/points',
      summary: 'Adds a point at the end of a set',
      body: newPoint,
      answer: point,
      async handle({ person, params, body }) {
        const pointId = body.id ?? newId();
        const setId = setIn(params);
        await database.write(async (trx) => {
          await requireSet(trx, { person, setId });
          const taken = await trx
            .selectFrom('recall_points')
            .select('person_id')
            .where('id', '=', pointId)
            .executeTakeFirst();
          if (taken && taken.person_id !== person) throw noSuchPoint();
          if (taken) return;
          await addPoints(dependencies, trx, { person, setId, points: [{ ...body, id: pointId }] });
        });
        return pointOf(person, pointId);
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/paste',
      summary:
        'Adds many points: one a line, or Markdown. Adds none while lines are broken, unless `skipBroken` is set',
      body: pointPaste,
      maxBytes: MAX_PASTE_BYTES,
      answer: pasteResult,
      async handle({ person, params, body }) {
        const setId = setIn(params);
        const { points, broken } = await runInSteps(pasteInSteps(body.text));
        const isWanted = points.length > 0 && (broken.length === 0 || body.skipBroken);
        await database.write(async (trx) => {
          await requireSet(trx, { person, setId });
          if (!isWanted) return;
          // A paste is added as a whole, so looking for its first point is enough.
          const first = { id: body.id, points: points.slice(0, 1) };
          if ((await countAddedBefore(trx, { person, setId }, first)) > 0) return;
          await addPoints(dependencies, trx, { person, setId, points: withIds(points, body.id) });
        });
        return { added: isWanted ? points.length : 0, readable: points.length, broken };
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/findings',
      summary: 'Adds points that were found elsewhere, as one addition, without those that the set holds already',
      body: findings,
      answer: findingsKept,
      handle: ({ person, params, body: { points: found, ...body } }) =>
        database.write(async (trx) => {
          const points = await withMoments(trx, person, found);
          return keepFindings(trx, dependencies, { person, setId: setIn(params), ...body, points });
        }),
    }),
    route({
      method: 'POST',
      path: '/api/recall/points/change',
      summary: 'Moves, tags, suspends, resumes, resets or deletes several points as one action',
      body: pointsChange,
      maxBytes: MAX_IDS_BYTES,
      answer: pointsChanged,
      handle: async ({ person, body }) => ({
        changed: await database.write((trx) => changePoints(dependencies, trx, { person, ...body })),
      }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/tags',
      summary: 'The tags of points that can be asked for, in order',
      answer: tagsAnswer,
      handle: async ({ person }) => ({ tags: await readTags(read, person) }),
    }),
    route({
      method: 'PATCH',
      path: '/api/recall/points/:pointId',
      summary: 'Changes a point; its history stays',
      body: pointChange,
      answer: point,
      async handle({ person, params, body }) {
        const pointId = pointIn(params);
        await database.write((trx) => changePoint(undo, trx, { person, pointId, ...body, at: now() }));
        return pointOf(person, pointId);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/points/:pointId',
      summary: 'Deletes a point; it can be restored',
      answer: done,
      async handle({ person, params }) {
        const deleted = { person, pointId: pointIn(params) };
        await database.write(async (trx) => {
          await requireSetOf(trx, deleted);
          if (await markPointDeleted(trx, deleted, now())) await recordPointDeleted(undo, trx, deleted);
        });
        return ok;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/points/:pointId/restore',
      summary: 'Takes the deletion of a point back',
      answer: point,
      async handle({ person, params }) {
        const restored = { person, pointId: pointIn(params) };
        await database.write(async (trx) => {
          await requireSetOf(trx, restored);
          if (await markPointDeleted(trx, restored, null)) await withdrawPointDeleted(undo, trx, restored);
        });
        return pointOf(person, restored.pointId);
      },
    }),
  ];
}
