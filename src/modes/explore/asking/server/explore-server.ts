import { assert } from '#kernel/assert.ts';
import { conversationBefore } from '#session/domain/conversation-order.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, SessionState } from '#session/protocol.ts';
import { type AnyModeServer, defineMode, type PrepareWork, type ReplyWork } from '#session/server/mode-server.ts';

import { withExploreParts } from '../../citing/domain/citation-parts.ts';
import type { Said } from '../../context/domain/explore-query.ts';
import { readContext } from '../../context/server/entries.ts';
import type { ExplorePart, TurnContext, Voice } from '../../protocol.ts';
import { retrieveForRun, runExploreMode, type VoiceRules } from '../../strategist/server/run-explore-mode.ts';
import { inRequestOrder } from '../../strategist/server/strategist.ts';
import { exploreMode } from '../domain/explore-mode.ts';
import type { ExploreState, ExploreTypes, Preparation } from '../domain/explore-state.ts';
import { beginExplore } from './begin-explore.ts';
import type { ExploreDependencies } from './dependencies.ts';
import { recordExplore } from './record-explore.ts';
import { readTurnContext } from './turn-context.ts';

interface ExploreServerOptions {
  /** A reply is complete. Called before that is on disk. */
  readonly onAnswered: () => void;
}

/** The effects of explore: retrieval before each reply, the strategist's replies, and the rows of both. */
export function createExploreServer(
  dependencies: ExploreDependencies,
  { onAnswered }: ExploreServerOptions,
): AnyModeServer {
  const { tables, context, strategistOf } = dependencies;
  const db = tables.read;

  async function prepare(session: SessionState, { person, messageId }: PrepareWork): Promise<Preparation> {
    const state = exploreState(session);
    const onTrunk = session.messages.filter(({ thread }) => thread === TRUNK);
    const place = onTrunk.findIndex(({ id }) => id === messageId);
    const { rules, shown } = await voiceOf(dependencies, person, state.voice);
    const found = await retrieveForRun(context, {
      ...state,
      ...rules,
      person,
      userMessage: onTrunk[place]?.content ?? '',
      conversationHistory: spoken(onTrunk.slice(0, Math.max(0, place))),
      strategist: await strategistOf(db, person),
    });
    const { window, notes, meaning, sources } = found;
    return { window, notes, meaning, voice: shown, sources: sources.map(({ entry }) => entry) };
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string | ExplorePart> {
    const { person, signal, readThread, announce, showWait } = work;
    const { turn } = session;
    assert(turn?.replyId, 'a reply belongs to a turn that has begun it');
    const [strategist, thread] = await Promise.all([strategistOf(db, person), readThread(TRUNK)]);
    announce(strategist.name);
    const said = conversationBefore(thread, turn.replyId);
    const place = said.findLastIndex(({ id }) => id === turn.messageId);
    // A reply can be continued more than once.
    const begun = said.slice(place + 1).filter(({ author }) => author === 'assistant');
    const inContext = await contextFor(session, thread, { person, replyId: turn.replyId });
    const state = exploreState(session);
    const { rules } = await voiceOf(dependencies, person, state.voice);
    const { stream, sources } = await runExploreMode(context, {
      ...state,
      ...rules,
      person,
      userMessage: said[place]?.content ?? '',
      conversationHistory: spoken(said.slice(0, Math.max(0, place))),
      strategist,
      retrieved: {
        sources: await readContext(context, person, inContext?.sources ?? []),
        bucketName: bucketNameIn(inContext),
      },
      ...(turn.continues !== undefined && { begun: begun.map(({ content }) => content).join('') }),
      session: session.session,
      signal,
      showWait,
    });
    // First, so that a reply that is stopped or fails has it too.
    if (inContext) {
      const included = inContext.sources.filter((source) => source.included).length;
      yield { id: 'turn', type: 'turn', personName: inContext.voice.personName, sources: included };
    }
    yield* withExploreParts(stream, inRequestOrder(sources));
  }

  /** A reply that continues another one has that one's context. */
  async function contextFor(
    session: SessionState,
    thread: readonly Message[],
    { person, replyId }: { person: string; replyId: string },
  ): Promise<TurnContext | null> {
    const { context: latest } = exploreState(session);
    let id: string | undefined = replyId;
    for (let steps = 0; id !== undefined && steps < thread.length + 1; steps += 1) {
      if (latest?.messageId === id) return latest;
      const stored = await readTurnContext(db, { person, session: session.session, messageId: id });
      if (stored) return stored;
      const current: string = id;
      id = current === session.turn?.replyId ? session.turn.continues : continuedBy(thread, current);
    }
    return latest;
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
      // Once the transaction is over, the session is found.
      if (request.after.mode === 'explore' && request.events.some(({ type }) => type === 'assistant_complete'))
        setImmediate(onAnswered);
    },
  });
}

function continuedBy(thread: readonly Message[], id: string): string | undefined {
  return thread.find((message) => message.id === id)?.continues;
}

export function exploreState(session: SessionState): ExploreState {
  return session.modes['explore'] as ExploreState;
}

function bucketNameIn(inContext: TurnContext | null): string | null {
  return inContext?.sources.find(({ retrievalMethod }) => retrievalMethod === 'bucket')?.bucketName ?? null;
}

/** Without notices. */
export function spoken(messages: readonly Message[]): readonly Said[] {
  return messages.flatMap(({ author, content }) =>
    author === 'notice' || content === '' ? [] : [{ author, content }],
  );
}

/** The rules of the voice that is chosen, and how the page names it. */
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
