import type { PromptMessage, PromptText } from './prompt.ts';
import { escapeTags, shortened, tagged } from './tagged.ts';

/** About 60,000 tokens: it fits every model that is offered, with room for the rest of the request. */
const MAX_CHARACTERS = 240_000;
const MAX_MESSAGE_LENGTH = 40_000;
/** The oldest leave by so many at a time, so that the beginning of the request stays the same for some turns. */
const DROP_STEP = 20;

interface Said {
  readonly author: PromptMessage['author'];
  readonly content: string;
}

interface Naming {
  /** The block that each message of the person stands in. */
  readonly person: string;
  /** The mark before the first message. */
  readonly begins: string;
}

/** A conversation as a model takes it: authors alternate, and the person begins. */
export function historyMessages(history: readonly Said[], { person, begins }: Naming): readonly PromptMessage[] {
  const { kept, left } = latestThatFit(history);
  const opening = left === 0 ? `<${begins}/>` : `<earlier-messages-left-out count="${String(left)}"/>`;
  const messages: { author: PromptMessage['author']; parts: PromptText[] }[] = [
    { author: 'person', parts: [{ text: opening }] },
  ];
  for (const { author, content } of kept) {
    const part = { text: author === 'person' ? tagged(person, content) : escapeTags(content) };
    const last = messages.at(-1);
    if (last?.author === author) last.parts.push(part);
    else messages.push({ author, parts: [part] });
  }
  return messages;
}

/** A message that the requests to come will hold as it is: a provider that can keep what stands up to its end is asked to. */
export function cacheableMessage({ author, parts }: PromptMessage): PromptMessage {
  const isLast = (index: number) => index === parts.length - 1;
  return { author, parts: parts.map((part, index) => (isLast(index) ? { ...part, isCacheable: true } : part)) };
}

/** The latest messages of a conversation that any model holds, and how many before them are left out. */
export function latestThatFit(history: readonly Said[]): { readonly kept: readonly Said[]; readonly left: number } {
  const left = Math.max(0, howManyLeave(history));
  const kept = history
    .slice(left)
    .map(({ author, content }) => ({ author, content: shortened(content, MAX_MESSAGE_LENGTH) }));
  return { kept, left };
}

function howManyLeave(history: readonly Said[]): number {
  let characters = 0;
  let kept = 0;
  for (const { content } of history.toReversed()) {
    characters += Math.min(content.length, MAX_MESSAGE_LENGTH);
    if (kept > 0 && characters > MAX_CHARACTERS) break;
    kept += 1;
  }
  const tooMany = history.length - kept;
  return Math.min(history.length - 1, Math.ceil(tooMany / DROP_STEP) * DROP_STEP);
}
