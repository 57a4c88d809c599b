import { z } from 'zod';

import { noSuchSource } from '#library/storage/server/source-text.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { requireFewPins } from '../asking/server/begin-explore.ts';
import type { ExploreDependencies } from '../asking/server/dependencies.ts';
import { spoken, voiceOf } from '../asking/server/explore-server.ts';
import { readTurnContext } from '../asking/server/turn-context.ts';
import { readSources } from '../context/server/read-sources.ts';
import { citingSessions, previewAnswer, type PreviewRequest, previewRequest, turnContext } from '../protocol.ts';
import { retrieveForRun } from '../strategist/server/run-explore-mode.ts';

interface RouteDependencies extends ExploreDependencies {
  readonly sessionOf: (person: string, session: string) => Promise<SessionState>;
}

const agent = z.object({
  role: z.literal('strategist'),
  name: z.string(),
  embedded: z.boolean(),
  destination: z.string().nullable(),
});

export function exploreRoutes(dependencies: RouteDependencies): Route[] {
  const { tables, context, strategistOf, sessionOf } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/api/explore/agents',
      summary: 'Who thinks along in explore, and where what is said goes for it',
      answer: z.object({ agents: z.array(agent) }),
      async handle({ person }) {
        const { name, isEmbedded, destination } = await strategistOf(tables.read, person);
        return { agents: [{ role: 'strategist' as const, name, embedded: isEmbedded, destination }] };
      },
    }),
    route({
      method: 'GET',
      path: '/api/explore/sessions/:exploration/turns/:messageId',
      summary: 'What was in context for a reply',
      answer: turnContext,
      async handle({ person, params }) {
        const turn = { person, session: params['exploration'] ?? '', messageId: params['messageId'] ?? '' };
        const found = await readTurnContext(tables.read, turn);
        if (!found) throw new AppError('not-found', 'There is no such reply.');
        return found;
      },
    }),
    route<PreviewRequest>({
      method: 'POST',
      path: '/api/explore/preview',
      summary: 'What would be in context if this were sent now; no remote embedder is asked',
      body: previewRequest,
      answer: previewAnswer,
      async handle({ person, body }) {
        requireFewPins(body.manualSourceIds);
        const strategist = await strategistOf(tables.read, person);
        const messages = body.session === null ? [] : (await sessionOf(person, body.session)).messages;
        const history = spoken(messages.filter(({ thread }) => thread === TRUNK));
        const { rules } = await voiceOf(dependencies, person, body.voice);
        const { sources, window } = await retrieveForRun(context, {
          ...body,
          ...rules,
          person,
          userMessage: body.text,
          conversationHistory: history,
          strategist,
          by: 'typed',
        });
        const { system, pinned, bucket, semantic } = window;
        return {
          window,
          sources: sources.map(({ entry }) => entry),
          costMicros: strategist.costOf(system + pinned + bucket + semantic + window.history),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/api/explore/sources/:sourceId/sessions',
      summary: 'The sessions that cited a source, latest first',
      answer: citingSessions,
      async handle({ person, params }) {
        const sourceId = params['sourceId'] ?? '';
        const [source] = await readSources(context.database.read, person, [sourceId]);
        if (!source) throw noSuchSource();
        const rows = await tables.read
          .selectFrom('explore_citations')
          .innerJoin('sessions', 'sessions.id', 'explore_citations.session_id')
          .select((eb) => [
            'explore_citations.session_id as session',
            'sessions.title',
            eb.fn.max('explore_citations.message_id').as('messageId'),
            eb.fn.sum('explore_citations.citations').as('citations'),
            eb.fn.max('explore_citations.at').as('at'),
          ])
          .where('explore_citations.person_id', '=', person)
          .where('explore_citations.source_id', '=', sourceId)
          .groupBy(['explore_citations.session_id', 'sessions.title'])
          .orderBy('at', 'desc')
          .limit(50)
          .execute();
        return {
          sessions: rows.map(({ citations, at, ...row }) => ({ ...row, citations: Number(citations), at: Number(at) })),
        };
      },
    }),
  ];
}
