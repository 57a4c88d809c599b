import { z } from 'zod';

import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import { noSuchSource } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { DraftHost, WriterCall, WriterRequest } from '#modes/draft/protocol.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { inWords } from '../asking/domain/in-words.ts';
import { suggestedQuestions } from '../asking/domain/suggested-questions.ts';
import { requireFewPins } from '../asking/server/begin-explore.ts';
import type { ExploreDependencies } from '../asking/server/dependencies.ts';
import { asBefore, createExploreServer, spoken, turnPart, voiceOf } from '../asking/server/explore-server.ts';
import { createRabbitholeHost } from '../asking/server/rabbithole-host.ts';
import type { ExploreTables } from '../asking/server/tables.ts';
import { exploreState, readTurnContext } from '../asking/server/turn-context.ts';
import { readTurnMaterial } from '../asking/server/turn-material.ts';
import { withoutSourceRoutes } from '../asking/server/without-source.ts';
import { type SentenceCheck, withExploreParts } from '../citing/domain/citation-parts.ts';
import { checkSentences } from '../citing/server/check-sentences.ts';
import { readNewestSources, readSources } from '../context/server/read-sources.ts';
import {
  citingSessions,
  type ExplorePart,
  previewAnswer,
  previewRequest,
  type PreviewRequest,
  type RetrievedSource,
  suggestedQuestionsAnswer,
  turnContext,
} from '../protocol.ts';
import { chooseStrategist } from '../strategist/server/choose-strategist.ts';
import { createModelStrategist } from '../strategist/server/model-strategist.ts';
import { historyRoom } from '../strategist/server/room.ts';
import { retrieveForRun } from '../strategist/server/run-explore-mode.ts';
import { inRequestOrder } from '../strategist/server/strategist.ts';
import { Titling } from '../titles/server/titling.ts';

/** Suggested questions read this many sources, and the first characters of each. */
const QUESTIONED_SOURCES = 12;
const QUESTIONED_CHARACTERS = 8_000;
const questionsQuery = z.object({ bucketId: z.string().max(100).optional() });

const agent = z.object({
  role: z.literal('strategist'),
  name: z.string(),
  embedded: z.boolean(),
  destination: z.string().nullable(),
});

export function exploreContribution(): ServerContribution {
  return {
    data: exploreData,
    create({ database, roleModels, library, log, now, newId, served, paceMs, voicesOf }) {
      const dependencies: ExploreDependencies = {
        tables: tablesOf<ExploreTables>(database),
        context: { database: tablesOf<LibraryTables>(database), library, log },
        strategistOf: chooseStrategist({ roleModels, library, paceMs }),
        voicesOf,
        checkerOf: (person) => roleModels.of(database.read, person, 'checker'),
      };
      let titling: Titling | undefined;
      const server = createExploreServer(dependencies, { onAnswered: () => titling?.wake() });
      return {
        mode: { id: 'explore', server },
        hosts: {
          'rabbit-hole': createRabbitholeHost({ ...dependencies, library }),
          draft: createDraftHost({ ...dependencies, roleModels }),
        },
        surface({ sessions }) {
          const sessionOf = async (person: string, session: string) => (await sessions.get({ person, session })).state;
          titling = new Titling({
            tables: dependencies.tables,
            roleModels,
            now,
            served,
            log,
            begunOf: async ({ person, session }) => begunIn(await sessionOf(person, session)),
            async name(owned, title) {
              await sessions.report(owned, 'explore', { id: `title-${newId()}`, report: { title } });
            },
          });
          return {
            routes: [
              ...exploreRoutes({ ...dependencies, sessionOf }),
              ...withoutSourceRoutes({ ...dependencies, sessionOf }),
            ],
            recover: () => Promise.resolve(titling?.wake()),
            lookForLeft: () => void titling?.lookForLeft(),
            close: () => titling?.close() ?? Promise.resolve(),
          };
        },
      };
    },
  };
}

/** The first message of a session and its answer; null if the session has a title or no answer. */
function begunIn(session: SessionState) {
  if (session.status === 'complete' || exploreState(session).isTitled) return null;
  const said = spoken(session.messages.filter(({ thread }) => thread === TRUNK));
  const message = said.find(({ author }) => author === 'person');
  const answer = said.find(({ author }) => author === 'assistant');
  return message && answer ? { message: message.content, answer: answer.content } : null;
}

const exploreData: PersonData = {
  tables: {
    explore_turns: { key: ['session_id', 'message_id'] },
    explore_citations: { key: ['session_id', 'message_id', 'source_id'] },
    explore_titles: { key: ['session_id'], values: { state: z.enum(['waiting', 'done']) } },
  },
};

interface RouteDependencies extends ExploreDependencies {
  readonly sessionOf: (person: string, session: string) => Promise<SessionState>;
}

function exploreRoutes(dependencies: RouteDependencies): Route[] {
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
        const session = body.session === null ? null : await sessionOf(person, body.session);
        const history = spoken((session?.messages ?? []).filter(({ thread }) => thread === TRUNK));
        const { rules } = await voiceOf(dependencies, person, body.voice);
        const { sources, window } = await retrieveForRun(context, {
          ...body,
          ...rules,
          person,
          userMessage: body.text,
          conversationHistory: history,
          strategist,
          ...(session && asBefore(exploreState(session), history)),
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
    route<undefined, { bucketId?: string | undefined }>({
      method: 'GET',
      path: '/api/explore/questions',
      summary:
        'Questions to begin with, from the notes and the newest sources of a bucket or of all; no model is asked',
      query: questionsQuery,
      answer: suggestedQuestionsAnswer,
      async handle({ person, query: { bucketId = null } }) {
        const newest = { bucketId, count: QUESTIONED_SOURCES, characters: QUESTIONED_CHARACTERS };
        return { questions: suggestedQuestions(await readNewestSources(context.database.read, person, newest)) };
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

interface HostDependencies extends Pick<ExploreDependencies, 'tables' | 'context' | 'voicesOf' | 'checkerOf'> {
  readonly roleModels: RoleModels;
}

/** Drafts in explore use its conversation, its sources in context, and its voice. */
function createDraftHost(dependencies: HostDependencies): DraftHost<AbortSignal, RetrievedSource> {
  const { tables, roleModels } = dependencies;
  return {
    async materialOf(session, work) {
      const writer = await roleModels.of(tables.read, work.person, 'writer');
      const room = writer ? historyRoom(writer) : HISTORY_ROOM;
      const material = await readTurnMaterial(dependencies, session, { ...work, room });
      const { before, earlier, message, begun, inContext, sources, bucketName } = material;
      const { rules, shown } = await voiceOf(dependencies, work.person, exploreState(session).voice);
      return {
        before: spoken(before),
        earlier,
        userMessage: message?.content ?? '',
        begun: begun.length > 0 ? inWords(begun).join('') : null,
        sources: inRequestOrder(sources),
        bucketName,
        userName: rules.profile.name,
        personName: shown.personName,
        personalVoice: rules.personalVoice,
        companyVoice: rules.companyVoice,
        turn: inContext ? turnPart(inContext) : null,
      };
    },
    async writerOf(person) {
      const model = await roleModels.of(tables.read, person, 'writer');
      return (
        model && {
          name: model.name,
          model: model.model,
          write: (request, call) => write(model, request, { ...call, check: checkingOf(dependencies, request, call) }),
        }
      );
    },
    checked: (pieces, { sources }) => withExploreParts(pieces, sources),
  };
}

/** Checks cited sentences of the writer, in its messages and in its draft, against their sources. */
function checkingOf(
  { checkerOf, context }: Pick<HostDependencies, 'checkerOf' | 'context'>,
  { material }: WriterRequest<RetrievedSource>,
  call: WriterCall<AbortSignal>,
): SentenceCheck {
  const titles = material.sources.map(({ entry }) => entry.title).join('. ');
  return (sentences) => checkSentences({ checkerOf, log: context.log }, { ...call, titles }, sentences);
}

async function* write(
  model: RoleModel,
  request: WriterRequest<RetrievedSource>,
  { check, ...call }: WriterCall<AbortSignal> & { readonly check: SentenceCheck },
): AsyncIterable<string | ExplorePart> {
  const { material, ...rules } = request;
  const { before, userMessage, begun, ...rest } = material;
  const said = [...before, { author: 'person' as const, content: userMessage }];
  const history = begun === null ? said : [...said, { author: 'assistant' as const, content: begun }];
  const stream = createModelStrategist(model, 'writer').reply({ ...rest, ...rules, history }, call);
  yield* withExploreParts(stream, material.sources, check);
}
