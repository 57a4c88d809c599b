import type { DetectorMessage } from '../../detection.ts';
import { type ReadText, readText } from '../words/read-text.ts';

/** A message as the model sees it: beside what was said before. */
export interface Exchange {
  readonly last: ReadText;
  /** The nearest first. */
  readonly earlier: readonly ReadText[];
}

/** Further back nothing tells of the subject any more. */
const MOST_EARLIER = 12;

const nothing: ReadText = readText('');

export function readExchange(messages: readonly DetectorMessage[]): Exchange {
  const [last = nothing, ...earlier] = messages
    .slice(-MOST_EARLIER - 1)
    .map(({ content }) => readText(content))
    .toReversed();
  return { last, earlier };
}
