import type { ServerContribution } from '#contribution/server/contribution.ts';

import { PROMPTS } from '../domain/prompts.ts';
import { programRoutes, type ProgramRoutesDeps } from './routes.ts';

/** The access tokens of programs, and the prompts that a person can pick in a program. */
export function programsContribution(here: Pick<ProgramRoutesDeps, 'launcher' | 'home'>): ServerContribution {
  return {
    create: ({ database: store, now, newId }) => ({
      surface: () => ({ routes: programRoutes({ ...here, store, now, newId }), prompts: PROMPTS }),
    }),
  };
}
