import { assert } from '#kernel/assert.ts';
import { conversationBefore } from '#session/domain/conversation-order.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, SessionState, ThreadRoom } from '#session/protocol.ts';
import type { ReplyWork } from '#session/server/mode-server.ts';

import { readContext, type SourceInContext } from '../../context/server/entries.ts';
import type { TurnContext } from '../../protocol.ts';
import type { ExploreDependencies } from './dependencies.ts';
import { exploreState, readTurnContext } from './turn-context.ts';

/** The sources of the running reply. */
export interface TurnMaterial {
  /** The conversation before the newest message, oldest first. */
  readonly before: readonly Message[];
  /** The number of messages before those. */
  readonly earlier: number;
  readonly message: Message | null;
  /** The reply so far, if it has to be continued. A reply can be continued more than once. */
  readonly begun: readonly Message[];
  readonly inContext: TurnContext | null;
  /** The sources in context with their current text, in the order of the context. */
  readonly sources: readonly SourceInContext[];
  readonly bucketName: string | null;
}

interface ReadingWork extends Pick<ReplyWork, 'person' | 'readThread'> {
  /** The room for messages in the model's window. */
  readonly room: ThreadRoom;
}

/** Reads the material of the reply under way: the conversation up to it, and its stored context. */
export async function readTurnMaterial(
  { tables, context }: Pick<ExploreDependencies, 'tables' | 'context'>,
  session: SessionState,
  { person, room, readThread }: ReadingWork,
): Promise<TurnMaterial> {
  const { turn } = session;
  assert(turn?.replyId, 'a reply belongs to a turn that has begun it');
  const { messages: thread, earlier } = await readThread(TRUNK, room);
  const said = conversationBefore(thread, turn.replyId);
  const place = said.findLastIndex(({ id }) => id === turn.messageId);
  const begun = said.slice(place + 1).filter(({ author }) => author === 'assistant');
  const inContext = await contextFor(thread);
  const before = said.slice(0, Math.max(0, place));
  // The conversation begins at the message that the reply's context names.
  const begins = inContext?.begins?.at;
  const left = begins === turn.messageId ? before.length : before.findIndex(({ id }) => id === begins);
  return {
    before: before.slice(Math.max(0, left)),
    earlier: earlier + Math.max(0, left),
    message: said[place] ?? null,
    begun: turn.continues === undefined ? [] : begun,
    inContext,
    sources: await readContext(context, person, inContext?.sources ?? []),
    bucketName: inContext?.sources.find(({ retrievalMethod }) => retrievalMethod === 'bucket')?.bucketName ?? null,
  };

  /** A reply that continues another one uses the context of that one. */
  async function contextFor(all: readonly Message[]): Promise<TurnContext | null> {
    const { context: latest } = exploreState(session);
    let id: string | undefined = turn?.replyId ?? undefined;
    for (let steps = 0; id !== undefined && steps < all.length + 1; steps += 1) {
      if (latest?.messageId === id) return latest;
      const stored = await readTurnContext(tables.read, { person, session: session.session, messageId: id });
      if (stored) return stored;
      const current: string = id;
      id = current === turn?.replyId ? turn.continues : all.find((message) => message.id === current)?.continues;
    }
    return latest;
  }
}
