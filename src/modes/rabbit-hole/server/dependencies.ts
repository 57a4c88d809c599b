import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

import type { RabbitholeHost } from '../protocol.ts';
import type { RabbitholeAgentsOf } from './agents/agents.ts';
import type { RabbitholeTables } from './tables.ts';

/** The modes that holes can be opened in, by their id. */
export type RabbitholeHosts = Readonly<Record<string, RabbitholeHost>>;

export interface RabbitholeDependencies {
  readonly database: Database<RabbitholeTables>;
  readonly agentsOf: RabbitholeAgentsOf;
  readonly hosts: RabbitholeHosts;
  /** How many messages a person wants to be let be after declining; inside a transaction too. */
  readonly cooldownOf: (db: Kysely<RabbitholeTables>, person: string) => Promise<number>;
}
