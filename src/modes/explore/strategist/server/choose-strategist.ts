import type { Kysely } from 'kysely';

import type { RoleModels } from '#language-model/server/role-models.ts';
import type { LibrarySearch } from '#library/server/library.ts';

import { createEmbeddedStrategist } from './embedded-strategist.ts';
import { createModelStrategist } from './model-strategist.ts';
import type { Strategist } from './strategist.ts';

/** The strategist of a person now. Settings can change between messages. */
// oxlint-disable-next-line typescript/no-explicit-any -- asked inside any slice's transaction; reads tables of its own
export type StrategistOf = (db: Kysely<any>, person: string) => Promise<Strategist>;

interface Choice {
  readonly roleModels: RoleModels;
  readonly library: () => LibrarySearch;
  readonly paceMs: number;
}

/** The person's model for the role if it is configured and reachable, else the embedded strategist. */
export function chooseStrategist({ roleModels, library, paceMs }: Choice): StrategistOf {
  return async (db, person) => {
    const model = await roleModels.of(db, person, 'strategist');
    return model ? createModelStrategist(model) : createEmbeddedStrategist({ person, library, paceMs });
  };
}
