import type { Kysely } from 'kysely';
import { z } from 'zod';

import { dayOf, daysBetween } from '#day/domain/day.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import { titleIn } from '#language-model/domain/title.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { wholeAnswer } from '#language-model/server/whole-answer.ts';
import { keyPhrase } from '#text/domain/key-phrase.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { planExam, seenBy } from '../../scheduling/domain/exam.ts';
import { retentionCosts } from '../../scheduling/domain/retention/retention-costs.ts';
import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { hideOpenReviews } from '../../scheduling/server/reviews/shown-cards.ts';
import { activeWeightsOf, schedulerSettingsOf } from '../../scheduling/server/scheduler-settings.ts';
import { type Moment, momentOf, type OwnedSet, type RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { buildSetTitlePrompt } from '../domain/title-prompt.ts';
import { wholePoint } from '../domain/whole-point.ts';
import {
  examParameters,
  examPlan,
  leechesAnswer,
  leechesParameters,
  pointSplit,
  retentionPreview,
  type RetentionPreview,
  textForPoints,
  titleSuggestion,
  type TitleSuggestion,
  writtenPoints,
} from '../protocol.ts';
import { readLeeches } from './leeches.ts';
import { noSuchSet, requireSet } from './sets.ts';
import { dismissLeech, splitPoint } from './split-point.ts';
import { writePointsFrom } from './write-points.ts';

const TIMEOUT_MS = 20_000;

const DAYS = 90;
const MAX_EXAM_DAYS = 731;

const done = z.object({ ok: z.literal(true) });
const ok = { ok: true } as const;

export interface SchedulingRouteDependencies extends RecallDependencies {
  readonly roleModels: RoleModels;
}

/** Routes for retention costs, leeches, and suggestions of agents for a set. */
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
      method: 'GET',
      path: '/api/recall/sets/:setId/exam-plan',
      summary: 'What each day until an exam would hold, and what would be recalled on its day',
      query: examParameters,
      answer: examPlan,
      async handle({ person, params, query: { on } }) {
        const set = { person, setId: params['setId'] ?? '' };
        const moment = await momentOf(dependencies, read, person);
        const today = dayOf(moment.now, moment.preferences);
        const { reviewed, fresh, weights } = await readMemories(read, set, moment);
        if (on < today || daysBetween(today, on) > MAX_EXAM_DAYS)
          throw new AppError('refused', 'Choose a day from today on, within the next two years.', { field: 'examOn' });
        const { desiredRetention } = await schedulerSettingsOf(read, { ...set, preferences: moment.preferences });
        const plan = planExam({ reviewed, fresh, weights, retention: desiredRetention, today, examOn: on });
        return { seenBy: seenBy(on), days: [...plan.days], expected: plan.expected };
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

/** Cost of each retention in a set over the next three months, with the weights in use. */
export async function readRetentionPreview(
  db: Kysely<RecallTables>,
  set: OwnedSet,
  moment: Moment,
): Promise<RetentionPreview> {
  const memories = await readMemories(db, set, moment);
  return {
    days: DAYS,
    points: memories.reviewed.length + memories.fresh,
    personRetention: moment.preferences.desiredRetention,
    costs: retentionCosts({ ...memories, days: DAYS }),
  };
}

/** Current memory states of a set's points, with the weights in use. */
async function readMemories(db: Kysely<RecallTables>, { person, setId }: OwnedSet, { now, preferences }: Moment) {
  const set = await db
    .selectFrom('recall_sets')
    .select('new_per_day')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!set) throw noSuchSet();
  const rows = await db
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'due_at', 'card', 'reviews', 'lapses'])
    .where('set_id', '=', setId)
    .where('recall_points.person_id', '=', person)
    .where(isInUse)
    .execute();
  const today = dayOf(now, preferences);
  const shown = await hideOpenReviews(db, { person, setId, preferences }, rows);
  const cards = shown.flatMap((row) => (row.card === null ? [] : [JSON.parse(row.card) as StoredCard]));
  const { weights } = await activeWeightsOf(db, person);
  return {
    reviewed: cards.map(({ stability, difficulty, day, last_review }) => ({
      stability,
      difficulty,
      since: Math.max(0, daysBetween(day ?? dayOf(new Date(last_review ?? now).getTime(), preferences), today)),
    })),
    fresh: rows.length - cards.length,
    newPerDay: set.new_per_day,
    weights,
  };
}

/** Suggests a name for a set from its points: by the titler's model, or by key phrase if there is none or it fails. */
async function suggestTitle(
  db: Kysely<RecallTables>,
  { person, setId }: OwnedSet,
  roleModels: RoleModels,
): Promise<TitleSuggestion> {
  await requireSet(db, { person, setId });
  const rows = await db
    .selectFrom('recall_points')
    .select(['text', 'question', 'context'])
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const points = rows.map(({ question, text, context }) => ({ text: wholePoint({ question, text }), context }));
  const phrase = keyPhrase(points);
  if (phrase === null)
    throw new AppError('refused', 'There is nothing in this set yet to name it after.', { reason: 'no-words' });
  const builtIn = (notice: string | null) => ({ title: phrase, by: BUILT_IN, isEmbedded: true, notice });
  const model = await roleModels.of(db, person, 'titler');
  if (!model) return builtIn(null);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const title = titleIn((await wholeAnswer(model, buildSetTitlePrompt(points), { session: null, signal })).text);
    if (title !== null) return { title, by: model.name, isEmbedded: false, notice: null };
    return builtIn(`${model.name} gave no name.`);
  } catch (error) {
    if (signal.aborted)
      return builtIn(
        `${model.name} did not answer within ${TIMEOUT_MS / 1_000} seconds. Try again, or choose another model in Settings, under Models.`,
      );
    if (!(error instanceof ModelFailure)) throw error;
    return builtIn(`${error.message} ${error.detail.remedy ?? ''}`.trim());
  }
}
