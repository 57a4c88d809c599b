import type { DetectorMessage, DetectorPoint } from '../../detection.ts';
import { curiosityOf } from '../tutoring/curiosity.ts';
import { freshIn, groundOf } from '../tutoring/ground.ts';
import { readText, type Sentence, wordsThatTell } from '../words/read-text.ts';
import { nameTopic } from './name-topic.ts';

/** Weight of a question relative to a statement. */
const ASKING_WORTH = 4;

/**
 * Names a tangent in the person's own words, independent of who detected it: from the sentence that asks and contains
 * most that is in neither the points nor the earlier messages. At most 60 characters; empty only for an empty
 * message.
 */
export function nameTangent(messages: readonly DetectorMessage[], points: readonly DetectorPoint[]): string {
  const said = messages.at(-1)?.content.trim() ?? '';
  const otherTexts = [...points.map(({ text }) => text), ...messages.slice(0, -1).map(({ content }) => content)];
  const ground = groundOf(otherTexts);
  const { sentences } = readText(said);
  const worthOf = (sentence: Sentence) => {
    const asking = curiosityOf(sentence) === 'none' && !sentence.isQuestion ? 1 : ASKING_WORTH;
    return (
      asking * (0.1 * Math.min(1, wordsThatTell(sentence).length) + freshIn(wordsThatTell(sentence), ground).weight)
    );
  };
  const best = sentences.toSorted((one, other) => worthOf(other) - worthOf(one))[0];
  const fresh = freshIn(wordsThatTell(best), ground).words;
  return nameTopic(best?.raw ?? said, { freshStems: new Set(fresh.map(({ stem }) => stem)), otherTexts });
}
