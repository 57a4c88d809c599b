import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { foldedMessage } from '../intent.ts';

const YES =
  /^(?:yes|yep|yeah|yup|y|sure|exactly|precisely|right|correct|i (?:had|knew) (?:it|that)|had it|that was it|of course|certainly|definitely|absolutely|always|true|(?:it|that|he|she|they) (?:is|are|was|were|does|do|did|has|can)|(?:yes )?thats (?:it|right|what i meant)|i meant that|ja|jo|jap|jawohl|genau|genau das|stimmt|richtig|doch|naturlich|klar|auf jeden fall|wahr|immer|(?:das )?(?:hatte|wusste) ich|das meinte ich|oui|exactement|bien sur|vrai|si|claro|exacto|siempre|esatto|certo|vero|はい|うん|ええ|そうです)$/u;
const NO =
  /^(?:no|nope|nah|n|not quite|not really|not exactly|not at all|almost|nearly|partly|half|never|no way|certainly not|definitely not|of course not|false|wrong|(?:it|that|he|she|they) (?:is|are|was|were|does|do|did|has|can)(?: not|nt)|nein|ne|nee|nie|niemals|keineswegs|auf keinen fall|naturlich nicht|falsch|nicht (?:ganz|wirklich|genau)|gar nicht|fast|teilweise|halb|non|pas du tout|pas tout a fait|jamais|faux|no exactamente|nunca|para nada|falso|mai|per niente|いいえ|いや|違います|ちがいます)$/u;

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

/** Answers that begin with yes or no, and questions that ask for it. */
const SAYS_YES_OR_NO =
  /^\P{L}*(?:yes|no|true|false|never|always|ja|nein|doch|nie|niemals|wahr|falsch|richtig|oui|non|jamais|vrai|faux|sí|si|nunca|siempre|sì|mai|はい|いいえ|是的?|不是?|да|нет)(?![\p{L}\p{M}])/iu;
const ASKS_YES_OR_NO =
  /^\P{L}*(?:(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must|may|ist|sind|war|waren|hat|haben|hatten?|kann|können|konnten?|darf|muss|soll|wird|wurden?|gibt|gilt|stimmt|est-ce que|sont-ils|a-t-il|es|son|era|hay|puede|tiene|è|sono|può|ha) )/iu;
const ENDS_YES_OR_NO = /か[。?？]?$/u;
const ASKS_FOR_MORE = /何|誰|どこ|いつ|なぜ|どう|どの|どれ|いく/u;

/** A point that is asked for with a yes-or-no question is compared with such an answer, which has no word of it. */
export function withYesOrNo(
  verdicts: readonly PointVerdict[],
  { content, asked }: { readonly content: string; readonly asked: Point | undefined },
): readonly PointVerdict[] {
  if (asked?.question === undefined || answerInWords(content) === null) return verdicts;
  const question = asked.question.trim();
  const isAskedFor = ASKS_YES_OR_NO.test(question) || (ENDS_YES_OR_NO.test(question) && !ASKS_FOR_MORE.test(question));
  if (!isAskedFor && !SAYS_YES_OR_NO.test(asked.text)) return verdicts;
  return verdicts.map((given) =>
    given.id === asked.id && given.verdict === 'absent'
      ? { ...given, verdict: 'partial', confidence: 0.5, quote: content.trim(), isUncertain: true }
      : given,
  );
}
