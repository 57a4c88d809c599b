import type { PromptMessage, PromptPart } from './prompt.ts';
import { escapeTags, shortened, tagged } from './tagged.ts';

/** About 60,000 tokens. Every listed model has room for this and for the rest of the request. */
const MAX_CHARACTERS = 240_000;
const MAX_MESSAGE_LENGTH = 40_000;
/** Maximum length of the conversation in a request. */
export const HISTORY_ROOM = { maxCharacters: MAX_CHARACTERS, maxMessageLength: MAX_MESSAGE_LENGTH };
/** Messages are dropped in steps of this size, so that the prefix of the request stays the same for several turns. */
const DROP_STEP = 20;

interface Said {
  readonly author: PromptMessage['author'];
  readonly content: string;
  /** Parts after it in its message, such as documents. */
  readonly further?: readonly PromptPart[];
}

interface Fitting {
  readonly maxCharacters?: number;
  readonly earlier?: number | undefined;
  /** The oldest messages are dropped in groups of this size. */
  readonly step?: number;
}

interface Naming {
  /** The name of the block around each message of the person. */
  readonly person: string;
  /** The name of the mark before the first message. */
  readonly begins: string;
}

/** A conversation in the form that models accept: authors alternate, and the person begins. */
export function historyMessages(
  history: readonly Said[],
  { person, begins }: Naming,
  fitting: Fitting = {},
): readonly PromptMessage[] {
  const { kept, left } = latestThatFit(history, fitting);
  const opening = left === 0 ? `<${begins}/>` : `<earlier-messages-left-out count="${String(left)}"/>`;
  const messages: { author: PromptMessage['author']; parts: PromptPart[] }[] = [
    { author: 'person', parts: [{ text: opening }] },
  ];
  for (const { author, content, further = [] } of kept) {
    const parts = [{ text: author === 'person' ? tagged(person, content) : escapeTags(content) }, ...further];
    const last = messages.at(-1);
    if (last?.author === author) last.parts.push(...parts);
    else messages.push({ author, parts });
  }
  return messages;
}

/** Marks the end of a message that later requests repeat unchanged, so that the provider caches everything up to it. */
export function cacheableMessage({ author, parts }: PromptMessage): PromptMessage {
  const isLast = (index: number) => index === parts.length - 1;
  return { author, parts: parts.map((part, index) => (isLast(index) ? { ...part, isCacheable: true } : part)) };
}

/** The latest messages that fit into any model, and the number of omitted earlier ones. */
export function latestThatFit(
  history: readonly Said[],
  { maxCharacters = MAX_CHARACTERS, earlier = 0, step = DROP_STEP }: Fitting = {},
): { readonly kept: readonly Said[]; readonly left: number } {
  const left = Math.max(0, howManyLeave(history, { maxCharacters, earlier, step }));
  const kept = history.slice(left).map((said) => ({ ...said, content: shortened(said.content, MAX_MESSAGE_LENGTH) }));
  return { kept, left: earlier + left };
}

function howManyLeave(
  history: readonly Said[],
  { maxCharacters, earlier, step }: Required<Pick<Fitting, 'maxCharacters' | 'step'>> & { readonly earlier: number },
): number {
  let characters = 0;
  let kept = 0;
  for (const { content } of history.toReversed()) {
    characters += Math.min(content.length, MAX_MESSAGE_LENGTH);
    if (kept > 0 && characters > maxCharacters) break;
    kept += 1;
  }
  const tooMany = earlier + history.length - kept;
  return Math.min(history.length - 1, Math.ceil(tooMany / step) * step - earlier);
}
