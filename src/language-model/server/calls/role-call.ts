import type { ModelChunk, WaitingChunk } from '../../domain/chunk.ts';
import type { Prompt } from '../../domain/prompt.ts';
import type { SpendingLimits } from '../../protocol.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import type { Casting } from '../keys/casting.ts';
import type { Reached } from '../keys/reach.ts';
import type { LanguageModel, ModelRequest, ProviderAccess } from '../language-model.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RoleCall } from '../role-models.ts';
import { checkSpending } from '../usage/spending.ts';
import type { CallRecord, UsageLog } from '../usage/usage-log.ts';
import { pause, retryDelay } from './retry.ts';
import { createTally, type Tally } from './tally.ts';
import { withoutEcho } from './without-echo.ts';
import { wordFailure } from './word-failure.ts';

/** Whose call it is, and of what. */
export interface Caller {
  readonly person: string;
  readonly casting: Casting & { readonly played: Reached };
  readonly limitsOf: () => Promise<SpendingLimits>;
  /** The client to ask through. */
  readonly open: (access: ProviderAccess) => LanguageModel;
}

export interface CallDependencies extends Pick<LanguageModelDependencies, 'random' | 'backoffMs'> {
  readonly usage: UsageLog;
}

/** The answer of a role's model to a prompt: attempt after attempt until one begins, each of them recorded. */
export async function* callRole(
  deps: CallDependencies,
  { person, casting, limitsOf, open }: Caller,
  { prompt, call }: { prompt: Prompt; call: RoleCall },
): AsyncGenerator<ModelChunk | WaitingChunk> {
  const begun = performance.now();
  const { role, choice, played } = casting;
  const access = openAccess(played);
  await checkSpending(deps.usage, person, await limitsOf());
  const request: ModelRequest = {
    ...prompt,
    model: choice.model,
    maxTokens: Math.min(prompt.maxTokens ?? choice.maxTokens, choice.maxTokens),
  };
  const model = open(access);
  const record = { person, session: call.session, role, provider: played.provider, model: choice.model };

  for (let attempt = 1; ; attempt++) {
    const tally = createTally(request);
    let outcome: CallRecord['outcome'] | undefined;
    if (call.signal.aborted) return;
    try {
      for await (const chunk of model.stream(request, call.signal)) {
        tally.see(chunk);
        if (tally.isOverLimit()) {
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
      const { random, backoffMs } = deps;
      const leftMs = call.withinMs === undefined ? undefined : call.withinMs - (performance.now() - begun);
      const wait = tally.hasBegun() ? null : retryDelay(thrown, { attempt, random, backoffMs, leftMs });
      const told = wordFailure(withoutEcho(thrown, request), { role, model: choice.model, reached: played });
      if (wait === null) throw told;
      yield { type: 'waiting', retryInMs: Math.round(wait), reason: told.message };
      await pause(wait, call.signal);
    } finally {
      // Also where the reader leaves in the middle.
      const ended = outcome ?? outcomeOf(tally);
      deps.usage.record({ ...record, usage: tally.usage(ended), outcome: ended });
    }
  }
}

function outcomeOf(tally: Tally): CallRecord['outcome'] {
  if (tally.stop() === undefined) return 'stopped';
  return tally.stop() === 'limit' ? 'cut' : 'complete';
}

function refusal(): ModelFailure {
  return new ModelFailure('refused', { message: 'The model refused.', remedy: 'Say it in other words.' });
}

function openAccess(played: Reached): ProviderAccess {
  if (played.access) return played.access;
  throw new ModelFailure('rejected-key', {
    message: played.problem ?? `There is no key for ${played.name}.`,
    remedy: 'Give the key in Settings, under Models.',
  });
}
