import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';

import type { ContextDependencies } from '../../context/server/dependencies.ts';
import type { StrategistOf } from '../../strategist/server/choose-strategist.ts';
import type { ExploreTables } from './tables.ts';

export interface ExploreDependencies {
  readonly tables: Database<ExploreTables>;
  readonly context: ContextDependencies;
  readonly strategistOf: StrategistOf;
  readonly voicesOf: Services['voicesOf'];
  /** The model that compares cited sentences with their sources; null while that is off. */
  readonly checkerOf: (person: string) => Promise<RoleModel | null>;
}
