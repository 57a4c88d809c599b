import { type ReadText, type WeighedWord, wordsThatTell } from '../words/read-text.ts';
import type { Exchange } from './exchange.ts';

/** Whether the topic fields of the message's words occurred before. */
export function fieldFeatures({ last, earlier }: Exchange): Readonly<Record<string, number>> {
  const whole = fieldsIn(last.content);
  const ending = fieldsIn(wordsThatTell(last.sentences.at(-1)));
  const previous = fieldsInTexts(earlier.slice(0, 1));
  const three = fieldsInTexts(earlier.slice(0, 3));
  const all = fieldsInTexts(earlier);
  return {
    fields: whole.size,
    fieldsOfPrevious: previous.size,
    otherFieldThanPrevious: Number(whole.size > 0 && !shareAny(whole, previous)),
    otherFieldThanThree: Number(whole.size > 0 && !shareAny(whole, three)),
    endingOtherFieldThanThree: Number(ending.size > 0 && !shareAny(ending, three)),
    endingFieldsOfPrevious: countIn(ending, previous),
    endingFieldsOfThree: countIn(ending, three),
    fieldsNewToThree: whole.size - countIn(whole, three),
    fieldsNewToAll: whole.size - countIn(whole, all),
  };
}

export function shareAny(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return countIn(one, other) > 0;
}

function countIn(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  return [...one].filter((field) => other.has(field)).length;
}

export function fieldsIn(words: readonly WeighedWord[]): Set<number> {
  return new Set(words.flatMap(({ fields }) => fields));
}

function fieldsInTexts(texts: readonly ReadText[]): Set<number> {
  return fieldsIn(texts.flatMap(({ content }) => content));
}
