import type { Citation } from '#language-model/domain/chunk.ts';
import { isOfProvider } from '#language-model/server/calls/instead-words.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';

import type { RabbitholeAgent } from './agents/agents.ts';

type Reply = RabbitholeAgent['reply'];
interface Asked {
  readonly history: Parameters<Reply>[0];
  readonly call: Parameters<Reply>[1];
  /** Answers if the agent's provider fails before the first word. */
  readonly instead: RabbitholeAgent | null;
}

/** An agent's reply. A failure in the middle of it, or of one request alone, is shown with a retry. */
export async function* repliedBy(
  agent: RabbitholeAgent,
  { history, call, instead }: Asked,
  onFailure: (failure: ModelFailure) => void,
): AsyncIterable<string | Citation> {
  let hasBegun = false;
  try {
    for await (const piece of agent.reply(history, call)) {
      hasBegun = true;
      yield piece;
    }
  } catch (error) {
    const isReplaced = error instanceof ModelFailure && isOfProvider(error.failure) && !hasBegun;
    if (!instead || !isReplaced || call.signal.aborted) throw error;
    onFailure(error);
    yield* instead.reply(history, call);
  }
}
