import type { DetectorMessage, DetectorPoint } from './detection.ts';
import { nameTangent } from './embedded-detector/name-tangent.ts';
import { quoted } from './embedded-detector/quoted.ts';

interface Named {
  /** The last one is the person's, in which the tangent was detected. */
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
}

/**
 * The name that a detected tangent is shown with: the detector's own unless it is empty or would reveal an open point,
 * then a name of the person's words, then the words themselves, which the person has seen.
 */
export function topicToShow(topic: string, { messages, points }: Named, mayShow: (words: string) => boolean): string {
  if (topic !== '' && mayShow(topic)) return topic;
  const named = nameTangent(messages, points);
  return named !== '' && mayShow(named) ? named : quoted(messages.at(-1)?.content ?? '', false);
}
