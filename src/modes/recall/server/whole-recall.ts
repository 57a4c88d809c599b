import type { RoleModels } from '#language-model/server/role-models.ts';
import type { Log } from '#session/server/dependencies.ts';
import { readEvents } from '#session/server/log/log.ts';
import type { RunningSpine } from '#session/server/spine.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import type { Route } from '#wire/route.ts';

import { gradeUndoHandlers } from '../reviews/server/disputes.ts';
import { gradeRoutes } from '../reviews/server/routes.ts';
import { createCardMoves } from '../scheduling/server/memory-model/card-moves.ts';
import { memoryModelRoutes } from '../scheduling/server/memory-model/model-routes.ts';
import { createModelRuns } from '../scheduling/server/memory-model/model-runs.ts';
import { memoryModelUndoHandlers } from '../scheduling/server/memory-model/take-weights.ts';
import { recallRoutes } from '../sets/server/routes.ts';
import { schedulingRoutes } from '../sets/server/scheduling-routes.ts';
import { leechUndoHandlers } from '../sets/server/split-point.ts';
import { pointUndoHandlers } from '../sets/server/undo/point-actions.ts';
import { setUndoHandlers } from '../sets/server/undo/set-actions.ts';
import { statisticsRoutes } from '../statistics/server/routes.ts';
import { agentRoutes } from './agents/agent-routes.ts';
import type { RecallModeDependencies } from './agents/agents.ts';

export interface WholeRecallDependencies extends RecallModeDependencies {
  readonly roleModels: RoleModels;
  readonly running: Pick<RunningSpine, 'spine' | 'sessions'>;
  readonly log: Pick<Log, 'error'>;
  /** The file of the process that fits a memory model; a test brings another. */
  readonly processFile?: string;
}

export interface WholeRecall {
  readonly routes: readonly Route[];
  readonly undoHandlers: UndoHandlers;
  /** Goes on with what the last server had under way. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

/** All of recall beside its sessions: every route, whatever can be taken back, and what runs in the background. */
export function createWholeRecall(dependencies: WholeRecallDependencies): WholeRecall {
  const { sessions, spine } = dependencies.running;
  const runs = createModelRuns(dependencies);
  const moves = createCardMoves(dependencies);
  return {
    routes: [
      ...agentRoutes(dependencies),
      ...recallRoutes(dependencies),
      ...statisticsRoutes(dependencies),
      ...schedulingRoutes(dependencies),
      ...memoryModelRoutes(dependencies, { runs, moves }),
      ...gradeRoutes({
        ...dependencies,
        sessionOf: async (person, session) => (await sessions.get({ person, session })).state,
        eventsOf: (person, session) => readEvents(spine.database.read, { person, session }, { after: 0 }),
      }),
    ],
    undoHandlers: {
      ...setUndoHandlers,
      ...pointUndoHandlers,
      ...gradeUndoHandlers(dependencies),
      ...leechUndoHandlers,
      ...memoryModelUndoHandlers(moves),
    },
    recover: () => moves.recover(),
    async close() {
      runs.close();
      await moves.close();
    },
  };
}
