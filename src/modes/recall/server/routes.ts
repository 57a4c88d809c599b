import { z } from 'zod';

import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { readPaste } from '../domain/paste.ts';
import {
  newPoint,
  newSet,
  pasteResult,
  point,
  pointChange,
  pointPaste,
  sessionReview,
  setChange,
  setDetail,
  setSummary,
  today as todayAnswer,
} from '../protocol.ts';
import type { RecallDependencies } from './dependencies.ts';
import { named, wasPasted } from './pasted-points.ts';
import { changePoint, insertPoints, markPointDeleted, readPoint } from './points.ts';
import { readSessionReview } from './session-review.ts';
import { addSet, changeSet, markSetDeleted, noSuchSet, readSet, readSets, requireSet, toPoint } from './sets.ts';
import { readToday } from './today.ts';

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

export interface RecallRouteDependencies extends RecallDependencies {
  /** The state of a session of the person's. Rejects with `not-found` for another's. */
  readonly sessionOf: (person: string, session: string) => Promise<SessionState>;
}

/** The routes of recall sets and points. */
export function recallRoutes(dependencies: RecallRouteDependencies): Route[] {
  const { database, preferencesOf, now, newId, sessionOf } = dependencies;
  const { read } = database;
  const todayOf = async (person: string) => ({ now: now(), preferences: await preferencesOf(read, person) });

  async function summaryOf(person: string, setId: string) {
    const [summary] = await readSets(read, person, { ...(await todayOf(person)), setId });
    if (!summary) throw noSuchSet();
    return summary;
  }
  async function pointOf(person: string, pointId: string) {
    return toPoint(await readPoint(read, { person, pointId }), await todayOf(person));
  }
  const setIn = (params: Readonly<Record<string, string>>) => params['setId'] ?? '';
  const pointIn = (params: Readonly<Record<string, string>>) => params['pointId'] ?? '';

  return [
    route({
      method: 'GET',
      path: '/api/recall/today',
      summary: 'What is ready to be recalled, and the next two weeks',
      answer: todayAnswer,
      handle: async ({ person }) => readToday(read, person, await todayOf(person)),
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
        await database.write((trx) =>
          addSet(trx, { person, setId }, { title: body.title, isSample: false, at: now() }),
        );
        return summaryOf(person, setId);
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId',
      summary: 'A set with its points',
      answer: setDetail,
      handle: async ({ person, params }) => readSet(read, { person, setId: setIn(params) }, await todayOf(person)),
    }),
    route({
      method: 'PATCH',
      path: '/api/recall/sets/:setId',
      summary: 'Renames a set',
      body: setChange,
      answer: setSummary,
      async handle({ person, params, body }) {
        const setId = setIn(params);
        await database.write((trx) => changeSet(trx, { person, setId }, { title: body.title, at: now() }));
        return summaryOf(person, setId);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/sets/:setId',
      summary: 'Deletes a set; it can be restored',
      answer: done,
      async handle({ person, params }) {
        await database.write((trx) => markSetDeleted(trx, { person, setId: setIn(params) }, now()));
        return ok;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/restore',
      summary: 'Takes the deletion of a set back',
      answer: setSummary,
      async handle({ person, params }) {
        const setId = setIn(params);
        await database.write((trx) => markSetDeleted(trx, { person, setId }, null));
        return summaryOf(person, setId);
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
          if (taken && taken.person_id !== person) throw new AppError('not-found', 'There is no such point.');
          if (taken) return;
          const added = { id: pointId, text: body.text, context: body.context };
          await insertPoints(trx, { person, setId }, { points: [added], at: now(), newId });
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
      answer: pasteResult,
      async handle({ person, params, body }) {
        const setId = setIn(params);
        const { points, broken } = readPaste(body.text);
        const isWanted = points.length > 0 && (broken.length === 0 || body.skipBroken);
        await database.write(async (trx) => {
          await requireSet(trx, { person, setId });
          if (isWanted && !(await wasPasted(trx, { person, setId }, body.id)))
            await insertPoints(trx, { person, setId }, { points: named(points, body.id), at: now(), newId });
        });
        return { added: isWanted ? points.length : 0, readable: points.length, broken };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/recall/points/:pointId',
      summary: 'Changes a point; its history stays',
      body: pointChange,
      answer: point,
      async handle({ person, params, body }) {
        const pointId = pointIn(params);
        await database.write((trx) => changePoint(trx, { person, pointId }, { ...body, at: now() }));
        return pointOf(person, pointId);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/points/:pointId',
      summary: 'Deletes a point; it can be restored',
      answer: done,
      async handle({ person, params }) {
        await database.write((trx) => markPointDeleted(trx, { person, pointId: pointIn(params) }, now()));
        return ok;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/points/:pointId/restore',
      summary: 'Takes the deletion of a point back',
      answer: point,
      async handle({ person, params }) {
        const pointId = pointIn(params);
        await database.write((trx) => markPointDeleted(trx, { person, pointId }, null));
        return pointOf(person, pointId);
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/sessions/:session/review',
      summary: 'What a finished session came to, point by point',
      answer: sessionReview,
      handle: async ({ person, params }) =>
        readSessionReview(read, person, await sessionOf(person, params['session'] ?? '')),
    }),
  ];
}
