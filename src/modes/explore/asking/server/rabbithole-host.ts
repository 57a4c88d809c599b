import type { LibrarySearch } from '#library/server/library.ts';
import type { RabbitholeHost, Subject } from '#modes/rabbit-hole/protocol.ts';
import type { SessionState } from '#session/protocol.ts';

import { withExploreParts } from '../../citing/domain/citation-parts.ts';
import { isCitation } from '../../citing/domain/shown-citations.ts';
import { sharesOf } from '../../context/domain/fill-window.ts';
import { readContext, type SourceInContext } from '../../context/server/entries.ts';
import { retrieveContext } from '../../context/server/retrieve-context.ts';
import { inRequestOrder } from '../../strategist/server/strategist.ts';
import type { ExploreDependencies } from './dependencies.ts';
import { exploreState, readTurnContext } from './turn-context.ts';

/** Maximum number of sources for a question in a hole: those in context outside, and those that match the question. */
const MAX_IN_CONTEXT = 8;
const MAX_ELSEWHERE = 12;
const PASSAGES_PER_SOURCE = 2;

interface HostDependencies extends Pick<ExploreDependencies, 'tables' | 'context'> {
  readonly library: () => LibrarySearch;
}

/**
 * The host of rabbit holes in an explore session. The person opens them by hand; nothing is evaluated and nothing has
 * to be recalled. Their subject is the bucket, or the session if it has none.
 */
export function createRabbitholeHost({ tables, context, library }: HostDependencies): RabbitholeHost {
  const bucketOf = async (person: string, id: string): Promise<Subject | null> => {
    const bucket = await context.database.read
      .selectFrom('buckets')
      .select(['name', 'description'])
      .where('person_id', '=', person)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return bucket ?? null;
  };
  const sessionOf = async (person: string, id: string): Promise<Subject | null> => {
    const session = await tables.read
      .selectFrom('sessions')
      .select('title')
      .where('person_id', '=', person)
      .where('mode', '=', 'explore')
      .where('id', '=', id)
      .executeTakeFirst();
    return session ? { name: session.title, description: '' } : null;
  };
  return {
    roles: ['strategist'],
    subjectIdOf: (session) => exploreState(session).bucketId ?? session.session,
    async subjectOf(session, person) {
      const { bucketId } = exploreState(session);
      const bucket = bucketId === null ? null : await bucketOf(person, bucketId);
      return bucket ?? { name: session.title, description: '' };
    },
    subjectById: async (person, id) => (await bucketOf(person, id)) ?? (await sessionOf(person, id)),
    heldBy: () => Promise.resolve(new Set()),
    toDetect: () => null,
    mayShow: () => true,
    drawsFrom: 'library',
    async passagesOf(session, { person, topic, words }) {
      const query = `${topic}\n${words}`;
      const searches = searchesOf(session).map((search) =>
        library().search({ person, query, perSource: PASSAGES_PER_SOURCE, ...search }),
      );
      const found = (await Promise.all(searches)).flatMap(({ passages }) => passages);
      const unique = new Map(found.map((passage) => [passage.id, passage]));
      return [...unique.values()].map(({ id, text, source }) => ({
        id,
        text,
        isOpen: false,
        source: source.title === '' ? 'an untitled source' : source.title,
      }));
    },
    async materialOf(session, { person, topic, words, messageId, room }) {
      const { context: latest, ...choice } = exploreState(session);
      const stored = await readTurnContext(tables.read, { person, session: session.session, messageId });
      const given = await readContext(context, person, (stored ?? latest)?.sources ?? []);
      const sources = thatFit(inRequestOrder(given), room);
      const isGiven = new Set(sources.map(({ entry }) => entry.id));
      const retrieved = await retrieveContext(context, {
        ...choice,
        person,
        message: `${topic}\n${words}`,
        history: [],
        room: { ...room, systemTokens: SYSTEM_TOKENS },
        by: 'sent',
      });
      const found = retrieved.sources.filter(
        ({ entry }) => entry.included && entry.retrievalMethod === 'semantic' && !isGiven.has(entry.id),
      );
      const answer = session.messages.find(({ id }) => id === messageId);
      const documents = [...sources, ...found];
      return {
        documents: sources.map(asDocument),
        cited: (answer?.parts ?? []).flatMap((part) => (isCitation(part) && part.isVerified ? [part.quote] : [])),
        found: found.map(asDocument),
        checked: (reply) => withExploreParts(reply, documents),
      };
    },
    progressOf: () => ({ recalledInside: 0, isCompletionPending: false }),
    cut: (_session, moved) => ({
      whyNot: moved.some(({ parts = [] }) => parts.some(({ type }) => type === 'draft'))
        ? 'A draft was written in these messages, so they stay. Choose others.'
        : null,
      pointsRecalled: 0,
    }),
    takesFindings: true,
  };
}

/** The tokens reserved for an explorer's rules and surroundings. */
const SYSTEM_TOKENS = 1_000;

/** The first sources that fit the explorer's model, whose window can be smaller than the strategist's. */
function thatFit(sources: readonly SourceInContext[], room: { contextTokens: number; maxTokens: number }) {
  let left = sharesOf({ ...room, systemTokens: SYSTEM_TOKENS }).documents;
  return sources.filter(({ entry }) => (left -= entry.tokens) >= 0);
}

function asDocument({ entry, text }: SourceInContext) {
  return { title: `[${entry.sourceType}] ${entry.title.replace(/\s+/gu, ' ')}`, text };
}

/** Searches the sources in context separately, so that matches from the rest of the library do not displace them. */
function searchesOf(session: SessionState) {
  const { context, manualSourceIds, excludedSourceIds, bucketId, includeAllBuckets } = exploreState(session);
  const shown = context?.sources.flatMap(({ id, included }) => (included ? [id] : [])) ?? [];
  const sources = [...new Set([...manualSourceIds, ...shown])].filter((id) => !excludedSourceIds.includes(id));
  const inContext = sources.length > 0 ? [{ filter: { sources }, limit: MAX_IN_CONTEXT }] : [];
  const excludedSources = [...excludedSourceIds];
  if (includeAllBuckets) return [...inContext, { filter: { excludedSources }, limit: MAX_ELSEWHERE }];
  if (bucketId === null) return inContext;
  return [...inContext, { filter: { excludedSources, buckets: [bucketId] }, limit: MAX_ELSEWHERE }];
}
