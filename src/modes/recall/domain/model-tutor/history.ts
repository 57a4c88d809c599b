import type { PromptMessage, PromptText } from '#language-model/domain/prompt.ts';

import type { SpokenMessage } from '../evaluation.ts';
import { escapeTags, shortened, tagged } from '../prompting/tagged.ts';

/** About 60,000 tokens: it fits every model that is offered, with room for the rest of the request. */
const MOST_CHARACTERS = 240_000;
const LONGEST_MESSAGE = 40_000;
/** The oldest leave by so many at a time, so that the beginning of the request stays the same for some turns. */
const LEAVE_TOGETHER = 20;

/** The conversation as a model takes it: authors alternate, the person begins and ends. */
export function historyMessages(history: readonly SpokenMessage[]): readonly PromptMessage[] {
  const left = howManyLeave(history);
  const opening = left === 0 ? '<session-begins/>' : `<earlier-messages-left-out count="${String(left)}"/>`;
  const messages: { author: PromptMessage['author']; parts: PromptText[] }[] = [
    { author: 'person', parts: [{ text: opening }] },
  ];
  for (const { author, content } of history.slice(left)) {
    const text = shortened(content, LONGEST_MESSAGE);
    const part = { text: author === 'person' ? tagged('learner', text) : escapeTags(text) };
    const last = messages.at(-1);
    if (last?.author === author) last.parts.push(part);
    else messages.push({ author, parts: [part] });
  }
  return messages;
}

function howManyLeave(history: readonly SpokenMessage[]): number {
  let characters = 0;
  let kept = 0;
  for (const { content } of history.toReversed()) {
    characters += Math.min(content.length, LONGEST_MESSAGE);
    if (kept > 0 && characters > MOST_CHARACTERS) break;
    kept += 1;
  }
  const tooMany = history.length - kept;
  return Math.min(history.length - 1, Math.ceil(tooMany / LEAVE_TOGETHER) * LEAVE_TOGETHER);
}
