import { historyMessages, cacheableMessage } from '#language-model/domain/history.ts';
import type { Prompt, PromptMessage, PromptText } from '#language-model/domain/prompt.ts';
import { tagged } from '#language-model/domain/tagged.ts';

import type { DetectorMessage } from '../detection.ts';
import type { Surroundings } from '../surroundings.ts';
import { EXPLORER_RULES } from './rules.ts';

/** What an explorer is told about itself and its surroundings: the minimum, and nothing about any point. */
export function buildRabbitholeAgentPrompt({ topic, setName, setDescription }: Surroundings): readonly PromptText[] {
  const blocks = [
    tagged('topic', topic),
    tagged('set', setName),
    ...(setDescription.trim() === '' ? [] : [tagged('description', setDescription.trim())]),
  ];
  return [
    { text: EXPLORER_RULES, isCacheable: true },
    { text: blocks.join('\n'), isCacheable: true },
  ];
}

/**
 * The request for the next message of a hole. `history` is the hole's own, complete while it fits; `earlier` messages came
 * before it.
 */
export function buildExplorerRequest(
  system: readonly PromptText[],
  history: readonly DetectorMessage[],
  earlier = 0,
): Prompt {
  const messages = historyMessages(history, { person: 'person', begins: 'conversation-begins' }, { earlier });
  return { system, messages: endedByPerson(messages), delivery: 'stream' };
}

function endedByPerson(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const last = messages.at(-1);
  if (last?.author !== 'person') return [...messages, { author: 'person', parts: [{ text: '<go-on/>' }] }];
  return [...messages.slice(0, -1), cacheableMessage(last)];
}
