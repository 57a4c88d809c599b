import type { DetectorMessage } from '../../detection.ts';
import { type ReadText, readText } from '../words/read-text.ts';

/** A message as the model sees it, with the messages before it. */
export interface Exchange {
  readonly last: ReadText;
  /** Nearest first. */
  readonly earlier: readonly ReadText[];
}

/** Maximum number of earlier messages that are considered. */
const MAX_EARLIER = 12;

const nothing: ReadText = readText('');

export function readExchange(messages: readonly DetectorMessage[]): Exchange {
  const [last = nothing, ...earlier] = messages
    .slice(-MAX_EARLIER - 1)
    .map(({ content }) => readText(content))
    .toReversed();
  return { last, earlier };
}
