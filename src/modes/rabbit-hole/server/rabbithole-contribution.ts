import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { embeddedPointWriter } from '#point-writer/server/point-writer.ts';

import type { RabbitholeHost } from '../protocol.ts';
import type { RabbitholeAgentsOf } from './agents/agents.ts';
import { chooseRabbitholeAgents } from './agents/choose-agents.ts';
import { embeddedDetector } from './agents/embedded-detector.ts';
import { createEmbeddedExplorer } from './agents/embedded-explorer.ts';
import { createRabbitholeServer } from './rabbithole-server.ts';
import { rabbitholeRoutes } from './routes.ts';
import type { RabbitholeTables } from './tables.ts';

const rabbitholeData: PersonData = { tables: { rabbithole_events: { key: ['id'] } } };

interface RabbitholeReplacements {
  /** In place of the person's models and the embedded agents. */
  readonly agentsOf?: RabbitholeAgentsOf;
}

/** Rabbit holes on the server, inside every mode that hosts them. A test or a benchmark may replace their agents. */
export function rabbitholeContribution({ agentsOf }: RabbitholeReplacements = {}): ServerContribution {
  return {
    data: rabbitholeData,
    create({ database, roleModels, preferencesOf, paceMs, hostsOf, newId, log }) {
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
        cooldownOf: async (...[db, person]: Parameters<typeof preferencesOf>) =>
          (await preferencesOf(db, person)).rabbitholeCooldown,
      };
      return {
        mode: { id: 'rabbit-hole', server: createRabbitholeServer(dependencies) },
        surface: () => ({ routes: rabbitholeRoutes({ ...dependencies, embeddedPointWriter }) }),
      };
    },
  };
}
