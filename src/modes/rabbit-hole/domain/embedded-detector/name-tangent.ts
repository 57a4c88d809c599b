import { isGerman } from '#text/domain/language.ts';
import { nounPhrases } from '#text/domain/noun-phrases.ts';

import type { DetectorMessage, DetectorPoint } from '../detection.ts';
import { curiosityOf } from './curiosity.ts';
import { freshIn, groundOf } from './ground.ts';
import { quoted } from './quoted.ts';
import { readText, type Sentence, type WeighedWord, wordsThatTell } from './read-text.ts';

/** "How does the garbage collector decide": what follows may be a verb. */
const BEFORE_VERBS = /\b(?:do|does|did|can|could|would|will|should|may|might|kann|könnte|würde)\b/iu;
const MAX_CHARACTERS = 60;
/** Maximum length examined. */
const MAX_READ = 1_000;
/** Weight of a question relative to a statement. */
const ASKING_WORTH = 4;

/**
 * Names a tangent in the person's own words, independent of who detected it: from the sentence that asks and contains
 * most that is in neither the points nor the earlier messages. At most 60 characters; empty only for an empty
 * message.
 */
export function nameTangent(messages: readonly DetectorMessage[], points: readonly DetectorPoint[]): string {
  const said = messages.at(-1)?.content.trim() ?? '';
  const ground = groundOf([...points.map(({ text }) => text), ...messages.slice(0, -1).map(({ content }) => content)]);
  const worthOf = (sentence: Sentence) => {
    const words = wordsThatTell(sentence);
    const asking = curiosityOf(sentence) === 'none' && !sentence.isQuestion ? 1 : ASKING_WORTH;
    return asking * (0.1 * Math.min(1, words.length) + freshIn(words, ground).weight);
  };
  const best = readText(said).sentences.toSorted((one, other) => worthOf(other) - worthOf(one))[0];
  return nameTopic(best?.raw ?? said, freshIn(wordsThatTell(best), ground).words);
}

/**
 * A noun phrase of the person's that holds more than half of the new words or, if there is none, what they said,
 * shortened and in quotation marks.
 */
export function nameTopic(sentence: string, fresh: readonly WeighedWord[]): string {
  const spoken = sentence.slice(0, MAX_READ).toWellFormed();
  const stems = new Set(fresh.map(({ stem }) => stem));
  const phrases = BEFORE_VERBS.test(spoken) ? [] : nounPhrases(spoken);
  const phrase = phrases.find(({ text }) => {
    const held = readText(text).content.filter(({ stem }) => stems.has(stem));
    return text.length <= MAX_CHARACTERS && 2 * new Set(held.map(({ stem }) => stem)).size > stems.size;
  });
  return phrase?.text ?? quoted(spoken, isGerman(spoken));
}
