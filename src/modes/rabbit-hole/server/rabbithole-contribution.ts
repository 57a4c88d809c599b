import { z } from 'zod';

import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import { streamCitedReply } from '#language-model/server/stream-reply.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { json } from '#person-data/server/stored-values.ts';
import { createModelPointWriter, embeddedPointWriter } from '#point-writer/server/point-writer.ts';
import { changedSince } from '#undo/server/put-back.ts';
import { AppError } from '#wire/error-kind.ts';

import { buildExplorerRequest, buildRabbitholeAgentPrompt } from '../domain/model-explorer/prompt.ts';
import type { Surroundings } from '../domain/surroundings.ts';
import { origin, type RabbitholeHost, rabbitholeStatus } from '../protocol.ts';
import {
  createEmbeddedExplorer,
  createModelDetector,
  embeddedDetector,
  type RabbitholeAgent,
  type RabbitholeAgents,
  type RabbitholeAgentsOf,
} from './agents/agents.ts';
import { createRabbitholeServer } from './rabbithole-server.ts';
import { type CutReversal, TANGENT_CUT } from './record-holes.ts';
import { rabbitholeRoutes } from './routes.ts';
import type { RabbitholeTables } from './tables.ts';

const said = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
const rabbitholeData: PersonData = {
  tables: {
    rabbithole_events: {
      key: ['id'],
      values: {
        origin,
        status: rabbitholeStatus,
        related_recall_point_ids: json(z.array(z.string())),
        conversation: json(z.array(said)),
      },
    },
  },
};

/** Reasons why a cut can never be undone. */
const FOR_GOOD = new Set(['went-on', 'earlier-version', 'session-over']);

interface RabbitholeReplacements {
  /** Replaces the person's models and the embedded agents. */
  readonly agentsOf?: RabbitholeAgentsOf;
}

/** Rabbit holes on the server, inside every mode that hosts them. A test or a benchmark may replace their agents. */
export function rabbitholeContribution({ agentsOf }: RabbitholeReplacements = {}): ServerContribution {
  return {
    data: rabbitholeData,
    create({ database, roleModels, preferencesOf, paceMs, hostsOf, newId, log, undo }) {
      const dependencies = {
        database: tablesOf<RabbitholeTables>(database),
        agentsOf:
          agentsOf ??
          chooseRabbitholeAgents(roleModels, {
            detector: embeddedDetector,
            pointWriter: embeddedPointWriter,
            createAgent: (surroundings, passages) => createEmbeddedExplorer(surroundings, passages, { paceMs }),
          }),
        hosts: hostsOf<RabbitholeHost>('rabbit-hole'),
        newId,
        log,
        undo,
        cooldownOf: async (...[db, person]: Parameters<typeof preferencesOf>) =>
          (await preferencesOf(db, person)).rabbitholeCooldown,
      };
      return {
        mode: { id: 'rabbit-hole', server: createRabbitholeServer(dependencies) },
        surface: ({ sessions }) => ({
          routes: rabbitholeRoutes({ ...dependencies, embeddedPointWriter }),
          undoHandlers: {
            [TANGENT_CUT]: {
              async before({ person, reversal }) {
                const { session, hole } = reversal as CutReversal;
                const report = { id: `undo-${newId()}`, report: { restores: hole } };
                const answer = await sessions.report({ person, session }, 'rabbit-hole', report);
                if (answer.type !== 'error') return;
                const { message, reason } = answer;
                // The restore becomes possible when the reply under way has ended and the open hole has been left.
                throw reason !== undefined && FOR_GOOD.has(reason)
                  ? changedSince(message)
                  : new AppError('refused', message, { ...(reason !== undefined && { reason }) });
              },
            },
          },
        }),
      };
    },
  };
}

/** Chooses the person's model for each role, or the embedded agent without a model. */
export function chooseRabbitholeAgents(roleModels: RoleModels, embedded: RabbitholeAgents): RabbitholeAgentsOf {
  return async (db, person, hostRoles) => {
    const detector = await roleModels.of(db, person, 'detector');
    const explorer = await roleModels.of(db, person, 'explorer');
    const pointWriter = await roleModels.of(db, person, 'point-writer');
    const hostModels = [];
    for (const role of hostRoles) hostModels.push(await roleModels.of(db, person, role));
    return {
      detector: detector ? createModelDetector(detector) : embedded.detector,
      ...(detector && { detectorInstead: embedded.detector }),
      isLimitTold: hostModels.some((model) => model !== null),
      pointWriter: pointWriter ? createModelPointWriter(pointWriter) : embedded.pointWriter,
      isExplorerEmbedded: explorer === null,
      ...(explorer && { createAgentInstead: embedded.createAgent }),
      createAgent: explorer ? (surroundings) => createModelExplorer(explorer, surroundings) : embedded.createAgent,
    };
  };
}

/** Answers with a language model, streamed, through a separate client, with a prompt that never changes. */
function createModelExplorer(model: RoleModel, surroundings: Surroundings): RabbitholeAgent {
  const own = model.withOwnClient();
  const system = buildRabbitholeAgentPrompt(surroundings);
  return {
    name: own.name,
    isEmbedded: false,
    signature: own.signature,
    room: { contextTokens: own.contextTokens, maxTokens: own.maxTokens },
    reply(history, call) {
      const isContinuation = history.at(-1)?.author === 'assistant';
      return streamCitedReply(own, buildExplorerRequest(system, history, call), {
        ...call,
        role: 'explorer',
        isContinuation,
      });
    },
  };
}
