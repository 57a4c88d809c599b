import type { ModelChunk, StopReason, Usage, WaitingChunk } from '../../domain/chunk.ts';
import { echoes } from '../../domain/echo.ts';
import { type Prompt, sentTexts } from '../../domain/prompt.ts';
import type { SpendingLimits } from '../../protocol.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import type { ProviderConnection } from '../keys/provider-connection.ts';
import type { RejectedKeys } from '../keys/rejected-keys.ts';
import type { RoleAssignment } from '../keys/role-assignment.ts';
import type { LanguageModel, ModelRequest, ProviderAccess } from '../language-model.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RoleCall } from '../role-models.ts';
import { checkSpending } from '../usage/spending.ts';
import type { CallRecord, UsageLog } from '../usage/usage-log.ts';
import { describeFailure } from './describe-failure.ts';
import { pause, retryDelay } from './retry.ts';

/** An estimate for English. If the provider counts tokens, its count is used. */
const CHARACTERS_PER_TOKEN = 4;

/** Upper bound of the average over a whole answer. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/** Outcomes of calls that are billed although they did not end normally. */
const BROKEN_OFF: readonly CallRecord['outcome'][] = ['stopped', 'cut', 'stalled'];

/** HTML, or a tagged block of a prompt, plain or escaped. */
const TAG = /<|&lt;|&#(60|x3c);|\\u003c|%3c/i;

export interface Caller {
  readonly person: string;
  readonly assignment: RoleAssignment & { readonly connection: ProviderConnection };
  readonly limitsOf: () => Promise<SpendingLimits>;
  readonly open: (access: ProviderAccess) => LanguageModel;
}

export interface CallDependencies extends Pick<LanguageModelDependencies, 'random' | 'backoffMs'> {
  readonly usage: UsageLog;
  readonly rejectedKeys: RejectedKeys;
}

/** The answer of a role's model to a prompt. Retries until an answer begins; records each attempt. */
export async function* callRole(
  deps: CallDependencies,
  { person, assignment, limitsOf, open }: Caller,
  { prompt, call }: { prompt: Prompt; call: RoleCall },
): AsyncGenerator<ModelChunk | WaitingChunk> {
  const begun = performance.now();
  const { role, choice, connection } = assignment;
  const access = openAccess(connection);
  await checkSpending(deps.usage, person, await limitsOf());
  const request: ModelRequest = {
    ...prompt,
    model: choice.model,
    maxTokens: Math.min(prompt.maxTokens ?? choice.maxTokens, choice.maxTokens),
  };
  const model = open(access);
  const record = { person, session: call.session, role, provider: connection.provider, model: choice.model };

  for (let attempt = 1; ; attempt++) {
    const counter = createUsageCounter(request);
    let outcome: CallRecord['outcome'] | undefined;
    if (call.signal.aborted) return;
    try {
      for await (const chunk of model.stream(request, call.signal)) {
        counter.see(chunk);
        if (counter.isOverLimit()) {
          outcome = 'cut';
          yield { type: 'stop', reason: 'limit' };
          return;
        }
        if (chunk.type === 'stop' && chunk.reason === 'refusal') throw refusal();
        yield chunk;
      }
      return;
    } catch (thrown) {
      if (!(thrown instanceof ModelFailure) || thrown.failure === 'spending-limit') throw thrown;
      outcome = thrown.failure;
      if (thrown.failure === 'rejected-key') deps.rejectedKeys.add(connection.provider, access);
      const { random, backoffMs } = deps;
      const leftMs = call.withinMs === undefined ? undefined : call.withinMs - (performance.now() - begun);
      const wait = counter.hasBegun() ? null : retryDelay(thrown, { attempt, random, backoffMs, leftMs });
      const told = describeFailure(removeEcho(thrown, request), { role, model: choice.model, connection });
      if (wait === null) throw told;
      yield { type: 'waiting', retryInMs: Math.round(wait), reason: told.message };
      await pause(wait, call.signal);
    } finally {
      // Also runs if the reader stops early.
      const ended = outcome ?? outcomeOf(counter);
      deps.usage.record({ ...record, usage: counter.usage(ended), outcome: ended });
    }
  }
}

function outcomeOf(counter: UsageCounter): CallRecord['outcome'] {
  if (counter.stop() === undefined) return 'stopped';
  return counter.stop() === 'limit' ? 'cut' : 'complete';
}

function refusal(): ModelFailure {
  return new ModelFailure('refused', { message: 'The model refused.', remedy: 'Rephrase your message.' });
}

/** The access of a connection. Throws its problem if it has one. */
export function openAccess(connection: ProviderConnection): ProviderAccess {
  if (connection.access) return connection.access;
  throw new ModelFailure('rejected-key', {
    message: connection.problem ?? `There is no key for ${connection.name}.`,
    remedy: 'Enter the key in Settings, under Models.',
  });
}

/**
 * Removes the provider's message from a failure if it repeats the request: a prompt contains data that the person must
 * not read, and no message or log may show it.
 */
function removeEcho(failure: ModelFailure, request: ModelRequest): ModelFailure {
  const { providerMessage, failure: kind, retryAfterMs, detail } = failure;
  if (providerMessage === undefined || (!TAG.test(providerMessage) && !echoes(providerMessage, sentTexts(request))))
    return failure;
  // The failure's own message also quotes it.
  return new ModelFailure(kind, {
    message: `The model did not answer (${kind}).`,
    remedy: detail.remedy ?? '',
    retryAfterMs,
  });
}

function createUsageCounter(request: ModelRequest) {
  let counted: Usage | undefined;
  let characters = 0;
  let stop: StopReason | undefined;
  let hasBegun = false;
  return {
    see(chunk: ModelChunk): void {
      if (chunk.type === 'usage') counted = chunk.usage;
      else hasBegun = true;
      if (chunk.type === 'text') characters += chunk.text.length;
      if (chunk.type === 'stop') stop = chunk.reason;
    },
    /** Whether a chunk arrived that the person may have seen. */
    hasBegun: () => hasBegun,
    stop: () => stop,
    /** The server sent more than the limit allows. */
    isOverLimit: () => characters > request.maxTokens * MAX_CHARACTERS_PER_TOKEN,
    /** The usage of a call with this outcome, as the provider counted it, or estimated if no count arrived. */
    usage(outcome: CallRecord['outcome']): Usage {
      const estimated = Math.ceil(characters / CHARACTERS_PER_TOKEN);
      const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
      // The final count arrives at the end. If the stream broke off, only the first count is known, which is 1.
      if (counted) return stop ? counted : { ...counted, outputTokens: Math.max(counted.outputTokens, estimated) };
      const isBilled = hasBegun || BROKEN_OFF.includes(outcome);
      return isBilled ? { ...nothing, inputTokens: lengthOf(request), outputTokens: estimated } : nothing;
    },
  };
}

type UsageCounter = ReturnType<typeof createUsageCounter>;

function lengthOf(request: ModelRequest): number {
  return Math.ceil(sentTexts(request).reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}
