import type { DetectorMessage, DetectorPoint } from '../../detection.ts';
import { curiosityOf } from '../tutoring/curiosity.ts';
import { freshIn, groundOf } from '../tutoring/ground.ts';
import { readText, type Sentence, wordsThatTell } from '../words/read-text.ts';
import { nameTopic } from './name-topic.ts';

/** What a sentence that asks is worth beside one that only says something. */
const ASKING_WORTH = 4;

/**
 * A name for where the last message leads, in the person's own words, whoever found that it does: that of the sentence
 * which asks and holds most that neither the points nor the messages before do. At most 60 characters; empty only where
 * the message is.
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
