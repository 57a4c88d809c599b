import type { ServerContribution } from '#contribution/server/contribution.ts';

import { PROMPTS } from '../domain/prompts.ts';
import { programRoutes } from './routes.ts';

export const programsContribution: ServerContribution = {
  create: ({ database: store, now, newId }) => ({
    surface: () => ({ routes: programRoutes({ store, now, newId }), prompts: PROMPTS }),
  }),
};
