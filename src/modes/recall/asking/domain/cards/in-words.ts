import { foldedMessage } from '../intent.ts';

const YES =
  /^(?:yes|yep|yeah|yup|y|sure|exactly|precisely|right|correct|i had it|had it|that was it|(?:yes )?thats (?:it|right|what i meant)|i meant that|ja|jo|jap|jawohl|genau|genau das|stimmt|richtig|hatte ich|das meinte ich|oui|exactement|si|exacto|esatto)$/u;
const NO =
  /^(?:no|nope|nah|n|not quite|not really|not exactly|almost|nearly|nein|ne|nee|nicht (?:ganz|wirklich|genau)|fast|non|pas tout a fait|no exactamente)$/u;

/** What a message says to a card that asks whether the person had it; null if it says something else. */
export function answerInWords(content: string): boolean | null {
  const said = foldedMessage(content).replaceAll('|', ' ').replace(/\s+/gu, ' ').trim();
  if (YES.test(said)) return true;
  return NO.test(said) ? false : null;
}
