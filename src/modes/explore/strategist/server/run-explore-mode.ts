import type { Citation } from '#language-model/domain/chunk.ts';

import type { Said } from '../../context/domain/explore-query.ts';
import type { ContextDependencies } from '../../context/server/dependencies.ts';
import type { SourceInContext } from '../../context/server/entries.ts';
import { type RetrievedContext, retrieveContext } from '../../context/server/retrieve-context.ts';
import type { SourceChoice } from '../../protocol.ts';
import { systemTokens } from './room.ts';
import type { CallUsage, Strategist, StrategistCall } from './strategist.ts';

/** The rules that apply, passed as values: nothing here reads them from storage. */
export interface VoiceRules {
  /** `name`: what the strategist calls the person. */
  readonly profile: { readonly name: string };
  /** One rule per item; empty if only the company's rules apply. */
  readonly personalVoice: readonly string[];
  readonly companyVoice: readonly string[];
}

export interface ExploreRun extends SourceChoice, VoiceRules, StrategistCall {
  readonly person: string;
  /** The newest message, with its id if it belongs to a session. */
  readonly userMessage: string;
  readonly messageId?: string;
  /** Everything before it, oldest first. */
  readonly conversationHistory: readonly Said[];
  /** The number of messages before those, in a long session. */
  readonly earlier?: number;
  readonly strategist: Strategist;
  /** The context, if it was retrieved already; otherwise it is retrieved here. */
  readonly retrieved?: Pick<RetrievedContext, 'sources' | 'bucketName'>;
  /** The beginning of the reply, if it has to be continued. */
  readonly begun?: string;
}

interface ExploreAnswer {
  readonly stream: AsyncIterable<string | Citation | CallUsage>;
  /** In the order of the entries, with the text that the model sees. */
  readonly sources: readonly SourceInContext[];
}

/** One turn of explore without a session: chooses the context and replies to one message. */
export async function runExploreMode(dependencies: ContextDependencies, run: ExploreRun): Promise<ExploreAnswer> {
  const { userMessage, messageId, conversationHistory, earlier = 0, strategist, begun } = run;
  const { profile, personalVoice, companyVoice } = run;
  const { sources, bucketName } = run.retrieved ?? (await retrieveForRun(dependencies, run));
  const newest: Said = { author: 'person', content: userMessage, ...(messageId !== undefined && { id: messageId }) };
  const said: readonly Said[] = [...conversationHistory, newest];
  const stream = strategist.reply(
    {
      history: begun === undefined ? said : [...said, { author: 'assistant', content: begun }],
      earlier,
      sources,
      bucketName,
      userName: profile.name,
      personalVoice,
      companyVoice,
    },
    run,
  );
  return { stream, sources };
}

type ToRetrieve = Omit<ExploreRun, 'signal' | 'session'> & { readonly by?: 'sent' | 'typed' };

export function retrieveForRun(dependencies: ContextDependencies, run: ToRetrieve): Promise<RetrievedContext> {
  const { profile, personalVoice, companyVoice, strategist, userMessage, conversationHistory, by = 'sent' } = run;
  const { contextTokens, maxTokens } = strategist;
  return retrieveContext(dependencies, {
    ...run,
    message: userMessage,
    history: conversationHistory,
    room: {
      contextTokens,
      maxTokens,
      systemTokens: systemTokens({ userName: profile.name, personalVoice, companyVoice }),
    },
    by,
  });
}
