import { foldedMessage } from '../intent.ts';

const YES =
  /^(?:yes|yep|yeah|yup|y|sure|exactly|precisely|right|correct|i (?:had|knew) (?:it|that)|had it|that was it|(?:yes )?thats (?:it|right|what i meant)|i meant that|ja|jo|jap|jawohl|genau|genau das|stimmt|richtig|(?:das )?(?:hatte|wusste) ich|das meinte ich|oui|exactement|si|exacto|esatto|はい|うん)$/u;
const NO =
  /^(?:no|nope|nah|n|not quite|not really|not exactly|not at all|almost|nearly|partly|half|nein|ne|nee|nicht (?:ganz|wirklich|genau)|gar nicht|fast|teilweise|halb|non|pas tout a fait|no exactamente|いいえ|いや|違います)$/u;

/** What a message says to a card that asks whether the person had it; null if it says something else. */
export function answerInWords(content: string): boolean | null {
  const parts = foldedMessage(content)
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  if (parts.every((part) => YES.test(part))) return true;
  return parts.every((part) => NO.test(part)) ? false : null;
}
