import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { Tutor } from './agents.ts';

const agent = z.object({ role: z.enum(['tutor', 'evaluator']), name: z.string(), embedded: z.boolean() });

/** Says who answers, so that the page can. */
export function agentRoutes(tutor: Tutor): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/agents',
      summary: 'Who asks and who reads along',
      answer: z.object({ agents: z.array(agent) }),
      handle: () =>
        Promise.resolve({
          agents: [
            { role: 'tutor', name: tutor.name, embedded: true },
            { role: 'evaluator', name: 'Embedded evaluator', embedded: true },
          ],
        }),
    }),
  ];
}
