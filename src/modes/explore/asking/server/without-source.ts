import { z } from 'zod';

import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { withExploreParts } from '../../citing/domain/citation-parts.ts';
import { readContext } from '../../context/server/entries.ts';
import { type WithoutSource, withoutSource, withoutSourceAnswer, withoutSourceCost } from '../../protocol.ts';
import { inRequestOrder } from '../../strategist/server/strategist.ts';
import type { ExploreDependencies } from './dependencies.ts';
import { spoken, voiceOf } from './explore-server.ts';
import { exploreState } from './turn-context.ts';

/** The person waits for the answer, and can close the dialog. */
const MAX_ANSWER_MS = 180_000;

interface RouteDependencies extends ExploreDependencies {
  readonly sessionOf: (person: string, session: string) => Promise<SessionState>;
}

/**
 * Asks the last question of a session once more, without one of its sources. The answer is for comparison: only the
 * page gets it, and it appears in no log and no later request.
 */
export function withoutSourceRoutes(dependencies: RouteDependencies): Route[] {
  const { context, strategistOf, tables, sessionOf } = dependencies;
  return [
    route<WithoutSource>({
      method: 'POST',
      path: '/api/explore/without/cost',
      summary: 'What the last question of a session would cost without one of its sources; nothing is asked',
      body: withoutSource,
      answer: withoutSourceCost,
      async handle({ person, body }) {
        const strategist = await strategistOf(tables.read, person);
        const { inContext, left } = lastQuestion(await sessionOf(person, body.session), body.sourceId);
        const { system, pinned, bucket, semantic, history } = inContext.window;
        const tokens = Math.max(0, system + pinned + bucket + semantic + history - left.tokens);
        const { name, isEmbedded } = strategist;
        return { tokens, costMicros: strategist.costOf(tokens), agent: name, isEmbedded };
      },
    }),
    route<WithoutSource>({
      method: 'POST',
      path: '/api/explore/without',
      summary: 'Answers the last question of a session once more without one of its sources; nothing of it is kept',
      body: withoutSource,
      answer: withoutSourceAnswer,
      async handle({ person, body }) {
        const session = await sessionOf(person, body.session);
        const { inContext, before, question } = lastQuestion(session, body.sourceId);
        const strategist = await strategistOf(tables.read, person);
        const { rules } = await voiceOf(dependencies, person, exploreState(session).voice);
        const others = inContext.sources.filter(({ id }) => id !== body.sourceId);
        const sources = await readContext(context, person, others);
        const stream = strategist.reply(
          {
            history: [...before, { author: 'person', content: question }],
            sources,
            bucketName: others.find(({ retrievalMethod }) => retrievalMethod === 'bucket')?.bucketName ?? null,
            userName: rules.profile.name,
            personalVoice: rules.personalVoice,
            companyVoice: rules.companyVoice,
          },
          { session: session.session, signal: AbortSignal.timeout(MAX_ANSWER_MS) },
        );
        return await collected(withExploreParts(stream, inRequestOrder(sources)));
      },
    }),
  ];
}

/** The last question, the messages before it, and the sources in context of its answer. */
function lastQuestion(session: SessionState, sourceId: string) {
  const onTrunk = session.messages.filter(({ thread, author }) => thread === TRUNK && author !== 'notice');
  const { context: inContext } = exploreState(session);
  const place = onTrunk.findLastIndex(({ author }) => author === 'person');
  const answer = onTrunk.slice(place + 1).find(({ author }) => author === 'assistant');
  if (session.turn || place === -1 || !answer || !inContext)
    throw new AppError('refused', 'There is no answer to compare with yet.', { reason: 'no-answer' });
  if (answer.parts?.some(({ type }) => type === 'draft') === true)
    throw new AppError('refused', 'The last answer is a draft. Ask in Explore, then compare.', { reason: 'is-draft' });
  const left = inContext.sources.find(({ id, included }) => id === sourceId && included);
  if (!left)
    throw new AppError('refused', 'This source was not in the context of the last answer.', {
      reason: 'not-in-context',
    });
  return { inContext, left, before: spoken(onTrunk.slice(0, place)), question: onTrunk[place]?.content ?? '' };
}

async function collected(reply: ReturnType<typeof withExploreParts>): Promise<z.infer<typeof withoutSourceAnswer>> {
  let text = '';
  let costMicros: number | null = null;
  try {
    for await (const piece of reply)
      if (typeof piece === 'string') text += piece;
      else if (piece.type === 'usage') ({ costMicros } = piece);
    return { text, costMicros, isCut: false };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'reply-cut' && text !== '')
      return { text, costMicros, isCut: true };
    throw error;
  }
}
