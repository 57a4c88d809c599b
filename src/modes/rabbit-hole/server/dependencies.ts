import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { RabbitholeHost } from '../protocol.ts';
import type { RabbitholeAgentsOf } from './agents/agents.ts';
import type { RabbitholeTables } from './tables.ts';

/** Modes in which holes can be opened, by id. */
export type RabbitholeHosts = Readonly<Record<string, RabbitholeHost>>;

export interface RabbitholeDependencies {
  readonly database: Database<RabbitholeTables>;
  readonly agentsOf: RabbitholeAgentsOf;
  readonly hosts: RabbitholeHosts;
  readonly newId: () => string;
  readonly log: Log;
  readonly undo: UndoLog;
  /** The cooldown after declining, in messages; also inside a transaction. */
  readonly cooldownOf: (db: Kysely<RabbitholeTables>, person: string) => Promise<number>;
}
