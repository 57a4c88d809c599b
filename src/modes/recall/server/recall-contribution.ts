import type { Transaction } from 'kysely';
import { z } from 'zod';

import type { ServerContribution, ServerSurface, Services } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { parseOrNote, readEvents } from '#session/server/log/log.ts';
import type { RunningSpine } from '#session/server/spine.ts';
import { route, type Route } from '#wire/route.ts';

import { agent } from '../asking/protocol.ts';
import { askedImageRoutes } from '../asking/server/asked-images.ts';
import { embeddedEvaluator } from '../evaluator/server/embedded-evaluator.ts';
import { createModelEvaluator } from '../evaluator/server/evaluator.ts';
import { proposalUndoHandlers } from '../proposals/server/decide-points.ts';
import { proposeTool } from '../proposals/server/propose-tool.ts';
import { proposalRoutes } from '../proposals/server/routes.ts';
import { gradeUndoHandlers } from '../reviews/server/disputes.ts';
import { gradeRoutes } from '../reviews/server/routes.ts';
import { answerUndoHandlers } from '../reviews/server/undo-answer.ts';
import { memoryModelRoutes } from '../scheduling/server/memory-model/model-routes.ts';
import { createModelRuns } from '../scheduling/server/memory-model/model-runs.ts';
import { memoryModelUndoHandlers } from '../scheduling/server/memory-model/take-weights.ts';
import { createDeckRuns } from '../sets/server/deck/deck-runs.ts';
import type { ReadPackage } from '../sets/server/deck/read-package.ts';
import { deckRoutes } from '../sets/server/deck/routes.ts';
import { sourcePointRoutes } from '../sets/server/from-source/routes.ts';
import { imageRoutes } from '../sets/server/images/routes.ts';
import { manyPointsUndoHandlers } from '../sets/server/many/change-points.ts';
import { recallRoutes } from '../sets/server/routes.ts';
import { schedulingRoutes } from '../sets/server/scheduling-routes.ts';
import { addSampleSet } from '../sets/server/sets.ts';
import { leechUndoHandlers } from '../sets/server/split-point.ts';
import { readToday } from '../sets/server/today.ts';
import { deckUndoHandlers } from '../sets/server/undo/deck-actions.ts';
import { imageUndoHandlers } from '../sets/server/undo/image-actions.ts';
import { pointUndoHandlers } from '../sets/server/undo/point-actions.ts';
import { setUndoHandlers } from '../sets/server/undo/set-actions.ts';
import { statisticsRoutes } from '../statistics/server/routes.ts';
import { momentOf } from '../storage/server/dependencies.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { createEmbeddedTutor } from '../tutor/server/embedded-tutor.ts';
import { createModelTutor } from '../tutor/server/tutor.ts';
import type { RecallAgents, RecallAgentsOf, RecallModeDependencies } from './agents/agents.ts';
import { createRabbitholeHost } from './rabbithole-host.ts';
import { recallData } from './recall-data.ts';
import { createRecallServer } from './recall-server.ts';
import { dueTodayTool } from './tools/due-today.ts';
import { quizMeTool } from './tools/quiz-me.ts';

interface RecallReplacements {
  /** Replaces the person's models and the embedded agents. */
  readonly agentsOf?: RecallAgentsOf;
  readonly processFile?: string;
}

/** Recall on the server. A test or a benchmark may replace its agents. */
export function recallContribution(replacements: RecallReplacements = {}): ServerContribution {
  return {
    data: recallData,
    onPersonCreated: (trx, person, made) => addSampleSet(trx as unknown as Transaction<RecallTables>, person, made),
    create(services) {
      const dependencies = recallDependencies(services, replacements);
      return {
        mode: { id: 'recall', server: createRecallServer(dependencies) },
        notices: {
          async countDue(person) {
            const { read } = dependencies.database;
            return (await readToday(read, person, await momentOf(dependencies, read, person))).ready;
          },
        },
        hosts: { 'rabbit-hole': createRabbitholeHost({ ...services, database: dependencies.database }) },
        surface: (running) => recallSurface({ ...dependencies, ...replacements, services, running }),
      };
    },
  };
}

function recallDependencies(services: Services, { agentsOf }: RecallReplacements): RecallModeDependencies {
  const { database, roleModels, preferencesOf, undo, now, newId, paceMs } = services;
  const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs }) };
  return {
    database: tablesOf<RecallTables>(database),
    agentsOf: agentsOf ?? chooseRecallAgents(roleModels, embedded),
    preferencesOf,
    undo,
    now,
    newId,
  };
}

interface SurfaceDependencies extends RecallModeDependencies, Omit<RecallReplacements, 'agentsOf'> {
  readonly services: Services;
  readonly running: RunningSpine;
}

function recallSurface(given: SurfaceDependencies): ServerSurface {
  const { sessions, spine } = given.running;
  const { roleModels, log } = given.services;
  const dependencies = { ...given, roleModels, log };
  const runs = createModelRuns(dependencies);
  const deckRuns = createDeckRuns({
    ...dependencies,
    served: given.services.served,
    onEnd: (person, ended) => given.running.people.workEnded(person, { ...ended, path: '/recall' }),
  });
  const decks = deckRoutes({
    ...dependencies,
    runs: deckRuns,
    temporary: given.services.temporary,
    decodeText: given.services.decodeText,
    // The cast is safe by agreement: the reader returns the type of recall's `ReadPackage`.
    readPackage: given.services.readPackage as ReadPackage,
  });
  const eventsOf = (person: string, session: string) =>
    readEvents(spine.database.read, { person, session }, { after: 0, parse: parseOrNote });
  return {
    routes: [
      ...agentRoutes(dependencies),
      ...recallRoutes(dependencies),
      ...proposalRoutes(dependencies),
      ...sourcePointRoutes(dependencies),
      ...imageRoutes(dependencies),
      ...decks.routes,
      ...statisticsRoutes(dependencies),
      ...schedulingRoutes(dependencies),
      ...memoryModelRoutes(dependencies, runs),
      ...askedImageRoutes({
        ...dependencies,
        eventsOf: async (person, session) => {
          await sessions.get({ person, session });
          return eventsOf(person, session);
        },
      }),
      ...gradeRoutes({
        ...dependencies,
        sessionOf: async (person, session) => (await sessions.get({ person, session })).state,
        eventsOf,
      }),
    ],
    tools: [dueTodayTool(dependencies), quizMeTool(dependencies), proposeTool(dependencies)],
    undoHandlers: {
      ...setUndoHandlers,
      ...pointUndoHandlers,
      ...proposalUndoHandlers,
      ...manyPointsUndoHandlers,
      ...imageUndoHandlers,
      ...deckUndoHandlers(dependencies),
      ...gradeUndoHandlers(dependencies),
      ...answerUndoHandlers({
        ...dependencies,
        async report(owned, answer) {
          await sessions.report(owned, 'recall', { id: `undo-${dependencies.newId()}`, report: answer });
        },
      }),
      ...leechUndoHandlers,
      ...memoryModelUndoHandlers(dependencies),
    },
    recover: () => Promise.resolve(deckRuns.recover()),
    lookForLeft: () => deckRuns.lookForLeft(),
    keeping: () => ({ work: [...deckRuns.working(), ...decks.waiting(), ...runs.working()] }),
    async close() {
      runs.close();
      await deckRuns.close();
      await decks.close();
    },
  };
}

interface AgentRoutesDependencies extends Pick<RecallModeDependencies, 'database' | 'agentsOf'> {
  readonly roleModels: RoleModels;
}

/** Reports who answers and where requests are sent. */
function agentRoutes({ database, agentsOf, roleModels }: AgentRoutesDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/agents',
      summary: 'Who asks and who reads along, and where what is said goes for it',
      answer: z.object({ agents: z.array(agent) }),
      async handle({ person }) {
        const agents = await agentsOf(database.read, person);
        const told = (['tutor', 'evaluator'] as const).map(async (role) => {
          const { name, isEmbedded } = agents[role];
          const model = isEmbedded ? null : await roleModels.of(database.read, person, role);
          return { role, name, embedded: isEmbedded, destination: model?.destination ?? null };
        });
        return { agents: await Promise.all(told) };
      },
    }),
  ];
}

/** For each role, the person's model if it is configured and reachable, else the embedded agent. */
export function chooseRecallAgents(roleModels: RoleModels, embedded: RecallAgents): RecallAgentsOf {
  return async (db, person) => {
    const tutor = await roleModels.of(db, person, 'tutor');
    const evaluator = await roleModels.of(db, person, 'evaluator');
    return {
      tutor: tutor ? createModelTutor(tutor) : embedded.tutor,
      ...(tutor && { tutorInstead: embedded.tutor }),
      evaluator: evaluator ? createModelEvaluator(evaluator) : embedded.evaluator,
      ...(evaluator && { evaluatorInstead: embedded.evaluator }),
    };
  };
}
