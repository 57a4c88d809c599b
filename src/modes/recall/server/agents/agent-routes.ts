import { z } from 'zod';

import type { RoleModels } from '#language-model/server/role-models.ts';
import { type Route, route } from '#wire/route.ts';

import { agent } from '../../asking/protocol.ts';
import type { RecallModeDependencies } from './agents.ts';

interface AgentRoutesDependencies extends Pick<RecallModeDependencies, 'database' | 'agentsOf'> {
  readonly roleModels: RoleModels;
}

/** Reports who answers and where requests are sent. */
export function agentRoutes({ database, agentsOf, roleModels }: AgentRoutesDependencies): Route[] {
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
