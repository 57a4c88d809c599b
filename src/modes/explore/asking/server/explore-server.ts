import type { Transaction } from 'kysely';

import type { SourceCitationPart } from '#library/storage/protocol.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, MessagePart, SessionState } from '#session/protocol.ts';
import {
  type AnyModeServer,
  defineMode,
  type PrepareWork,
  type RecordRequest,
  type ReplyWork,
} from '#session/server/mode-server.ts';

import { withExploreParts } from '../../citing/domain/citation-parts.ts';
import { checkSentences } from '../../citing/server/check-sentences.ts';
import type { Said } from '../../context/domain/explore-query.ts';
import type { ExplorePart, ExploreView, TurnContext, TurnPart, Voice } from '../../protocol.ts';
import { historyRoom } from '../../strategist/server/room.ts';
import { retrieveForRun, runExploreMode, type VoiceRules } from '../../strategist/server/run-explore-mode.ts';
import { inRequestOrder } from '../../strategist/server/strategist.ts';
import { exploreMode } from '../domain/explore-mode.ts';
import type { ExploreTypes, Preparation } from '../domain/explore-state.ts';
import { earlierInWords, inWords } from '../domain/in-words.ts';
import { beginExplore } from './begin-explore.ts';
import type { ExploreDependencies } from './dependencies.ts';
import type { ExploreTables } from './tables.ts';
import { exploreState, readTurnContext } from './turn-context.ts';
import { readTurnMaterial } from './turn-material.ts';

interface ExploreServerOptions {
  /** Called when a reply is complete, before it is on disk. */
  readonly onAnswered: () => void;
}

/** The effects of explore: retrieval before each reply, the strategist's replies, and the rows for both. */
export function createExploreServer(
  dependencies: ExploreDependencies,
  { onAnswered }: ExploreServerOptions,
): AnyModeServer {
  const { tables, context, strategistOf, checkerOf } = dependencies;
  const db = tables.read;

  async function prepare(session: SessionState, work: PrepareWork): Promise<Preparation> {
    const { person, messageId, readThread } = work;
    const state = exploreState(session);
    const strategist = await strategistOf(db, person);
    const { messages, earlier } = await readThread(TRUNK, historyRoom(strategist));
    const place = messages.findIndex(({ id }) => id === messageId);
    const history = spoken(messages.slice(0, Math.max(0, place)));
    const { rules, shown } = await voiceOf(dependencies, person, state.voice);
    const found = await retrieveForRun(context, {
      ...state,
      ...rules,
      person,
      messageId,
      userMessage: messages[place]?.content ?? '',
      conversationHistory: history,
      strategist,
      ...asBefore({ context: await contextBefore(session, { person, history }) }, history),
    });
    const { window, notes, meaning, sources, left } = found;
    const first = history[left]?.id ?? messageId;
    // Without a model no message leaves a window.
    const begins = left + earlier === 0 || strategist.isEmbedded ? null : { at: first, left: left + earlier };
    return { window, begins, notes, meaning, voice: shown, sources: sources.map(({ entry }) => entry) };
  }

  /** The context of the latest turn whose reply is still in the conversation. */
  async function contextBefore(
    session: SessionState,
    { person, history }: { readonly person: string; readonly history: readonly SpokenMessage[] },
  ): Promise<TurnContext | null> {
    const { context: latest } = exploreState(session);
    const reply = session.messages.find(({ id }) => id === latest?.messageId);
    if (!reply || reply.thread === TRUNK) return latest;
    const { id: messageId } = history.findLast(({ author }) => author === 'assistant') ?? {};
    return messageId === undefined ? null : readTurnContext(db, { person, session: session.session, messageId });
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string | ExplorePart> {
    const { person, signal, announce, showWait } = work;
    const strategist = await strategistOf(db, person);
    announce(strategist.name);
    const material = await readTurnMaterial(dependencies, session, { ...work, room: historyRoom(strategist) });
    const { before, earlier, message, begun, inContext, bucketName } = material;
    const state = exploreState(session);
    const { rules } = await voiceOf(dependencies, person, state.voice);
    const { stream, sources } = await runExploreMode(context, {
      ...state,
      ...rules,
      person,
      ...(message && { messageId: message.id }),
      userMessage: message?.content ?? '',
      conversationHistory: spoken(before),
      earlier,
      strategist,
      retrieved: { sources: material.sources, bucketName },
      ...(begun.length > 0 && { begun: inWords(begun).join('') }),
      session: session.session,
      signal,
      showWait,
    });
    // Yielded first, so that a reply that is stopped or fails has it too.
    if (inContext) yield turnPart(inContext);
    const titles = sources.map(({ entry }) => entry.title).join('. ');
    const checking = { person, session: session.session, signal, titles };
    yield* withExploreParts(stream, inRequestOrder(sources), (sentences) =>
      checkSentences({ checkerOf, log: context.log }, checking, sentences),
    );
  }

  return defineMode<ExploreTypes>({
    domain: exploreMode,
    // Nothing is lost or graded by leaving an exploration open.
    idle: { pauseAfterMs: null },
    begin: (trx, request) => beginExplore(dependencies, trx, request),
    prepare,
    reply,
    async record(trx, request) {
      await recordExplore(trx, request);
      // The query of the titler finds the session only after the transaction has committed.
      if (request.after.mode === 'explore' && request.events.some(({ type }) => type === 'assistant_complete'))
        setImmediate(onAnswered);
    },
  });
}

/** The line under a reply: the voice it follows, and the number of sources in context. */
export function turnPart({ sources, voice }: TurnContext): TurnPart {
  const included = sources.filter((source) => source.included).length;
  return { id: 'turn', type: 'turn', personName: voice.personName, sources: included };
}

interface SpokenMessage extends Said {
  readonly id: string;
}

/** The messages without notices. */
export function spoken(messages: readonly Message[]): readonly SpokenMessage[] {
  const words = earlierInWords(messages);
  return messages.flatMap(({ id, author }, index) => {
    const content = words[index] ?? '';
    return author === 'notice' || content === '' ? [] : [{ id, author, content }];
  });
}

/**
 * What the previous turn had in context, so that the next request begins with the same tokens. After an edit its first
 * message may be missing.
 */
export function asBefore({ context }: Pick<ExploreView, 'context'>, history: readonly SpokenMessage[]) {
  const at = context?.begins?.at;
  const leftBefore = at === undefined ? 0 : history.findIndex(({ id }) => id === at);
  return { sourcesBefore: context?.sources ?? [], leftBefore: Math.max(0, leftBefore) };
}

/** The rules of the chosen voice, and the name that the page shows for it. */
export async function voiceOf(
  { voicesOf, tables }: Pick<ExploreDependencies, 'voicesOf' | 'tables'>,
  person: string,
  { personId }: Voice,
): Promise<{ readonly rules: VoiceRules; readonly shown: TurnContext['voice'] }> {
  const { userName, personName, personal, company } = await voicesOf(tables.read, { person, personId });
  return {
    rules: { profile: { name: personName ?? userName }, personalVoice: personal, companyVoice: company },
    shown: { personId: personName === null ? null : personId, personName },
  };
}

/** Stores the places of contexts in the log, the citations, and which sessions need a title. */
async function recordExplore(trx: Transaction<ExploreTables>, { person, after, events }: RecordRequest): Promise<void> {
  // The spine calls `record` of every mode for every session.
  if (after.mode !== 'explore') return;
  for (const event of events) {
    if (event.type === 'sources_in_context')
      await trx
        .insertInto('explore_turns')
        .values({ person_id: person, session_id: after.session, message_id: event.messageId, seq: event.seq })
        .execute();
    if (event.type === 'assistant_complete' || event.type === 'assistant_interrupted')
      await recordCitations(trx, person, event);
    if (event.type === 'assistant_complete' && event.thread === TRUNK) await askForTitle(trx, person, event);
    if (event.type === 'title_changed')
      await trx
        .updateTable('explore_titles')
        .set({ state: 'done' })
        .where('session_id', '=', after.session)
        .where('person_id', '=', person)
        .execute();
  }
}

type Ended = Extract<SessionEvent, { type: 'assistant_complete' | 'assistant_interrupted' }>;

async function recordCitations(trx: Transaction<ExploreTables>, person: string, event: Ended): Promise<void> {
  const counts = new Map<string, number>();
  for (const part of event.parts ?? []) {
    if (!isCitation(part) || !part.isVerified || !part.source) continue;
    counts.set(part.source.id, (counts.get(part.source.id) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  await trx
    .insertInto('explore_citations')
    .values(
      [...counts].map(([source_id, citations]) => ({
        person_id: person,
        session_id: event.session,
        message_id: event.messageId,
        source_id,
        citations,
        at: event.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'message_id', 'source_id']).doNothing())
    .execute();
}

function isCitation(part: MessagePart): part is SourceCitationPart {
  return part.type === 'source-citation';
}

/** The titler starts after the first complete answer. */
async function askForTitle(trx: Transaction<ExploreTables>, person: string, event: Ended): Promise<void> {
  await trx
    .insertInto('explore_titles')
    .values({ session_id: event.session, person_id: person, state: 'waiting', next_at: event.at })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();
}
