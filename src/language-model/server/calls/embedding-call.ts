import type { Usage } from '../../domain/chunk.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import { ModelFailure } from '../model-failure.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../role-embedder.ts';
import { checkSpending } from '../usage/spending.ts';
import type { CallRecord } from '../usage/usage-log.ts';
import { describeFailure } from './describe-failure.ts';
import { pause, retryDelay } from './retry.ts';
import { type CallDependencies, type Caller, openAccess } from './role-call.ts';

export interface EmbeddingDependencies extends CallDependencies, Pick<LanguageModelDependencies, 'embeddings'> {}

export interface EmbeddingCall extends Omit<EmbeddingRequest, 'model'> {
  readonly signal: AbortSignal;
  /** No attempt begins after this time, in milliseconds from the first. Undefined for no limit. */
  readonly withinMs?: number | undefined;
}

export interface EmbeddedTexts extends Pick<EmbeddingAnswer, 'vectors'> {
  readonly usage: Usage;
}

/** An estimate for English, used only if the provider does not count. */
const CHARACTERS_PER_TOKEN = 4;

/** Calls the embedder's model: checks the spending limit, retries temporary failures, and records each attempt. */
export async function callEmbedder(
  deps: EmbeddingDependencies,
  { person, assignment, limitsOf }: Omit<Caller, 'open'>,
  { signal, withinMs = Number.POSITIVE_INFINITY, ...request }: EmbeddingCall,
): Promise<EmbeddedTexts> {
  const begun = performance.now();
  const { role, choice, connection } = assignment;
  const { model } = choice;
  const access = openAccess(connection);
  await checkSpending(deps.usage, person, await limitsOf());
  const record = (outcome: CallRecord['outcome'], usage: Usage) =>
    deps.usage.record({ person, session: null, role, provider: connection.provider, model, outcome, usage });

  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const { vectors, inputTokens } = await deps.embeddings.embed(access, { ...request, model }, signal);
      const usage = usageOf(inputTokens ?? estimate(request.texts));
      record('complete', usage);
      return { vectors, usage };
    } catch (thrown) {
      // The provider can have counted a call that was cancelled or broke off.
      if (signal.aborted) record('stopped', usageOf(estimate(request.texts)));
      if (signal.aborted || !(thrown instanceof ModelFailure) || thrown.failure === 'spending-limit') throw thrown;
      const { failure } = thrown;
      record(failure, usageOf(failure === 'cut' || failure === 'stalled' ? estimate(request.texts) : 0));
      if (failure === 'rejected-key') deps.rejectedKeys.add(connection.provider, access);
      const { random, backoffMs } = deps;
      const leftMs = withinMs - (performance.now() - begun);
      const wait = retryDelay(thrown, { attempt, random, backoffMs, leftMs });
      if (wait === null) throw describeFailure(thrown, { role, model, connection });
      await pause(wait, signal);
    }
  }
}

function estimate(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}

function usageOf(inputTokens: number): Usage {
  return { inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
}
