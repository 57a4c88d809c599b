import type { Transaction } from 'kysely';
import { z } from 'zod';

import { dayOf } from '#day/domain/day.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import type { EventBody } from '#session/domain/event.ts';
import { id } from '#session/protocol.ts';
import type { BeginRequest } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import { openingPlan as modelOpeningPlan } from '../asking/domain/cue-ladder.ts';
import { openingPlan } from '../asking/domain/next-question.ts';
import type { StartedHidden } from '../asking/domain/recall-state.ts';
import type { Point } from '../evaluator/domain/evaluation.ts';
import { sizeOf } from '../scheduling/domain/day-load.ts';
import { pointsToAsk } from '../scheduling/server/points-to-ask.ts';
import { readySets } from '../sets/domain/urgency.ts';
import { MAX_TAG_CHARACTERS, MAX_TAGS } from '../sets/protocol.ts';
import { readOpenSessions } from '../sets/server/open-sessions.ts';
import { readPoint } from '../sets/server/points.ts';
import { noSuchSet, readSets } from '../sets/server/sets.ts';
import type { Moment } from '../storage/server/dependencies.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { composeOpening } from '../tutor/domain/embedded/reply.ts';
import { questionAlone } from '../tutor/domain/question-alone.ts';
import type { RecallModeDependencies } from './agents/agents.ts';

/** Maximum number of points per session; others wait for the next session. */
const MAX_POINTS_PER_SESSION = 200;

const tags = z.array(z.string().max(MAX_TAG_CHARACTERS)).max(MAX_TAGS).default([]);
/**
 * `anyway`: even if the set is suspended or today's limit is reached. `allDue`: every set with ready points. `tags`:
 * only points with one of them. `pointId`: a single due point.
 */
const beginOptions = z.union([
  z.object({ allDue: z.literal(true), tags }),
  z.object({ setId: id, anyway: z.boolean().default(false), tags }),
  z.object({ pointId: id, tags }),
]);

interface ChosenSet {
  readonly id: string;
  readonly title: string;
  readonly points: readonly Point[];
}

/** The points of a session. `ready` also counts those left for the next session. */
interface Chosen {
  readonly sets: readonly ChosenSet[];
  readonly ready: number;
  /** Replaces the usual opening. */
  readonly opening?: string;
}

type Beginning = BeginRequest & Moment & { readonly hasModelTutor: boolean; readonly tags: readonly string[] };

/** Begins a session on one set or on everything due, or continues the unfinished one. */
export async function beginRecall(
  { preferencesOf, agentsOf }: Pick<RecallModeDependencies, 'preferencesOf' | 'agentsOf'>,
  trx: Transaction<RecallTables>,
  request: BeginRequest,
): Promise<EventBody | { existing: string }> {
  const options = beginOptions.safeParse(request.options);
  if (!options.success) throw new AppError('malformed', 'Name the set to be asked for.', { field: 'setId' });
  const { tutor } = await agentsOf(trx, request.person);
  const hasModelTutor = !tutor.isEmbedded;
  const { tags: wanted } = options.data;
  const beginning = { ...request, tags: wanted, hasModelTutor, preferences: await preferencesOf(trx, request.person) };
  if ('allDue' in options.data) return started(await chooseAllDue(trx, beginning), beginning);
  if ('pointId' in options.data) return beginOnPoint(trx, { ...beginning, pointId: options.data.pointId });
  const { setId, anyway } = options.data;
  const open = (await readOpenSessions(trx, request.person)).get(setId);
  const chosen = await chooseOne(trx, { ...beginning, setId, anyway });
  return open === undefined ? started(await chosen(), beginning) : { existing: open.id };
}

/** Refuses a missing set at once; reads its points when they are needed. */
async function chooseOne(trx: Transaction<RecallTables>, asked: Beginning & { setId: string; anyway: boolean }) {
  const { person, setId } = asked;
  const set = await trx
    .selectFrom('recall_sets')
    .select('title')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!set) throw noSuchSet();
  return async (): Promise<Chosen> => {
    const points = await pointsToAsk(trx, asked);
    if (points.length === 0)
      throw new AppError(
        'refused',
        asked.tags.length > 0
          ? 'This set has no point with this tag that is not suspended.'
          : 'This set has no points to ask for. Add one or resume a suspended one, then begin.',
        { reason: 'no-points' },
      );
    return { sets: [{ id: setId, title: set.title, points }], ready: points.length };
  };
}

/** Begins a session on one due point, or continues the unfinished one on its set. */
async function beginOnPoint(trx: Transaction<RecallTables>, asked: Beginning & { pointId: string }) {
  const { person, pointId } = asked;
  const { set_id: setId, title } = await readPoint(trx, { person, pointId });
  const open = (await readOpenSessions(trx, person)).get(setId);
  if (open !== undefined) return { existing: open.id };
  const points = await pointsToAsk(trx, { ...asked, setId, anyway: true, onlyReady: true });
  const point = points.find(({ id: each }) => each === pointId);
  if (!point)
    throw new AppError('refused', 'This point is not due any more: it was recalled or shown meanwhile.', {
      reason: 'not-due',
    });
  const opening = questionAlone({ title, point, points });
  return started({ sets: [{ id: setId, title, points: [point] }], ready: 1, opening }, asked);
}

/** The ready points of every set, grouped by set. */
async function chooseAllDue(
  trx: Transaction<RecallTables>,
  { person, now, preferences, tags: wanted }: Beginning,
): Promise<Chosen> {
  const sets = readySets(await readSets(trx, person, { now, preferences }));
  if (sets.length === 0)
    throw new AppError('refused', 'Nothing is due now. You can begin any set from its page.', {
      reason: 'nothing-due',
    });
  const chosen: ChosenSet[] = [];
  let left = MAX_POINTS_PER_SESSION;
  for (const { id: setId, title } of sets) {
    if (left <= 0) break;
    const asked = { person, setId, anyway: false, now, preferences, tags: wanted, onlyReady: true };
    const points = await pointsToAsk(trx, asked);
    if (points.length > 0) chosen.push({ id: setId, title, points });
    left -= points.length;
  }
  if (chosen.length === 0)
    throw new AppError('refused', `Nothing with the tag ${wanted.join(' or ')} is due now.`, { reason: 'nothing-due' });
  const ready =
    wanted.length > 0 ? MAX_POINTS_PER_SESSION - left : sets.reduce((sum, { today }) => sum + sizeOf(today), 0);
  return { sets: chosen, ready };
}

function started({ sets: chosen, ready, opening }: Chosen, beginning: Beginning): EventBody {
  const { newId, now, preferences, hasModelTutor } = beginning;
  const sets = withinMaximum(chosen);
  const points = sets.flatMap((set) => set.points);
  const [first] = sets;
  const isOne = sets.length === 1;
  const part = ready > points.length ? `These are the first ${points.length} of ${ready}. ` : '';
  const several = isOne ? '' : `${points.length} points from ${sets.length} sets, one set after the other.\n\n`;
  const asksForPoint = hasModelTutor || opening !== undefined;
  const plan = asksForPoint ? modelOpeningPlan(points) : openingPlan(first?.id ?? '', first?.points ?? []);
  const probe = plan.freeSetId === undefined ? points[0] : undefined;
  const hidden: StartedHidden = {
    points,
    ...(!isOne && {
      sets: sets.map((set) => ({ id: set.id, title: set.title, pointIds: set.points.map((each) => each.id) })),
    }),
    ...(hasModelTutor && { hasModelTutor: true }),
    plan,
  };
  const title = first?.title ?? '';
  return {
    type: 'session_started',
    mode: 'recall',
    title: isOne ? title : `Due today, ${dayAndMonth(dayOf(now, preferences))}`,
    messageId: newId,
    openingMessage:
      opening ?? `${part}${several}${composeOpening(title, first?.points ?? [], hasModelTutor ? undefined : probe)}`,
    // No model wrote the opening; the first reply of a model names its author.
    agent: BUILT_IN,
    setId: first?.id ?? '',
    ...(!isOne && { setIds: sets.map((set) => set.id) }),
    pointIds: points.map((each) => each.id),
    totalPoints: points.length,
    recalledCount: 0,
    hidden,
  };
}

function withinMaximum(sets: readonly ChosenSet[]): readonly ChosenSet[] {
  let left = MAX_POINTS_PER_SESSION;
  return sets.flatMap((set) => {
    const points = set.points.slice(0, Math.max(0, left));
    left -= points.length;
    return points.length === 0 ? [] : [{ ...set, points }];
  });
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function dayAndMonth(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
