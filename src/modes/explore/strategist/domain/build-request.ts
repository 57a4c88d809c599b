import { cacheableMessage, historyMessages } from '#language-model/domain/history.ts';
import type { Prompt, PromptMessage, PromptPart } from '#language-model/domain/prompt.ts';

import type { Said } from '../../context/domain/explore-query.ts';
import type { ExplorePrompt } from './build-explore-prompt.ts';

interface Conversation {
  /** Oldest first; ends with the newest message, or with the reply to be continued. */
  readonly history: readonly (Said & { readonly further?: readonly PromptPart[] })[];
  /** The number of messages before these. */
  readonly earlier?: number;
  /** The maximum number of characters of the conversation. */
  readonly maxCharacters: number;
}

/**
 * The request for the next reply, from stable to volatile: rules, documents, conversation, and after the last cache
 * mark the sources found for the newest message. While pins, bucket and voices stay the same, it begins with the same
 * tokens as the previous request.
 */
export function buildExploreRequest(prompt: ExplorePrompt, { history, ...fitting }: Conversation): Prompt {
  const { system, documents, tail } = prompt;
  const spoken = historyMessages(
    history,
    { person: 'person', begins: 'conversation-begins' },
    {
      ...fitting,
      // The context already decided which messages are dropped. This limit is a safety net.
      step: 1,
    },
  );
  const [first, ...rest] = spoken;
  const begun: readonly PromptMessage[] = first
    ? [{ ...first, parts: [...documents, ...first.parts] }, ...rest]
    : [{ author: 'person', parts: documents }];
  return { system, messages: endedByPerson(begun, tail), delivery: 'stream' };
}

function endedByPerson(messages: readonly PromptMessage[], tail: readonly PromptPart[]): readonly PromptMessage[] {
  const last = messages.at(-1);
  if (last?.author === 'person') {
    const { author, parts } = cacheableMessage(last);
    return [...messages.slice(0, -1), { author, parts: [...parts, ...tail] }];
  }
  return [...messages, { author: 'person', parts: [...tail, { text: '<go-on/>' }] }];
}
