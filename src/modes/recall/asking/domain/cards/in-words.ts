import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { foldedMessage } from '../intent.ts';

const words = (list: string) => new Set(list.split(' '));
/** Folded as in `foldedMessage`, as all below. */
const YES = words(
  'yes yep yeah yup yea y sure exactly exact precisely right correct true totally absolutely certainly definitely always ' +
    'had knew ja jo jap jep jawohl genau stimmt richtig korrekt doch klar naturlich passt wahr immer hatte wusste ' +
    'oui ouais exactement vrai si claro exacto correcto vale siempre esatto certo vero giusto はい うん ええ そうです',
);
const NO = words(
  'no nope nah n not never almost nearly partly half isnt wasnt arent werent dont doesnt didnt hasnt havent hadnt cant ' +
    'nein ne nee nie niemals nicht fast teilweise halb keineswegs non pas jamais nunca mai いいえ いや 違います ちがいます',
);
const FALSE = words('false wrong falsch faux falso');
/** Words beside a yes or no that change nothing of it. */
const BESIDE = words(
  'but aber i it that thats this he she they is was are were do did does has have ive got so well oh ah just quite very really ' +
    'at all what meant said way das es ich war ist habe hab auch so ja wohl gar ganz wirklich meinte tout fait du a je ' +
    'lo la el es eso per niente para nada exactamente',
);
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:auf keinen fall|certainly not|definitely not|of course not|naturlich nicht)\b/gu, 'no'],
  [
    /\b(?:of course|bien sur|auf jeden fall|(?:thats|that is|that was) it|das (?:wars|war es|ist es)|cest ca)\b/gu,
    'yes',
  ],
];
/** "It is", "they do". */
const SHORT_ANSWER = /^(?:it|that|he|she|they|i) (?:is|are|was|were|does|do|did|has|can)$/u;
const MAX_WORDS = 8;

/** What a message says to a card that asks whether the person had it; null if it says something else. */
export function answerInWords(content: string): boolean | null {
  const parts = PHRASES.reduce((text, [phrase, short]) => text.replace(phrase, short), foldedMessage(content))
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = null, ...others] = parts.map(inPart).filter((said) => said !== 'nothing');
  return others.every((other) => other === first) ? first : null;
}

function inPart(part: string): boolean | null | 'nothing' {
  if (SHORT_ANSWER.test(part)) return true;
  const said = part.split(' ');
  const count = (of: ReadonlySet<string>) => said.filter((word) => of.has(word)).length;
  if (said.length > MAX_WORDS || said.some((word) => ![YES, NO, FALSE, BESIDE].some((of) => of.has(word)))) return null;
  const negations = count(NO);
  // "Not wrong", "not sure".
  if (negations > 0 && (count(FALSE) > 0 || said.includes('sure'))) return null;
  if (negations > 0 || count(FALSE) > 0) return false;
  return count(YES) > 0 ? true : 'nothing';
}

/** Answers that begin with yes or no, and questions that ask for it. */
const SAYS_YES_OR_NO =
  /^\P{L}*(?:yes|no|true|false|never|always|ja|nein|doch|nie|niemals|wahr|falsch|richtig|oui|non|jamais|vrai|faux|sí|si|nunca|siempre|sì|mai|はい|いいえ|是的?|不是?|да|нет)(?![\p{L}\p{M}])/iu;
const ASKS_YES_OR_NO =
  /^\P{L}*(?:(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must|may|ist|sind|war|waren|hat|haben|hatten?|kann|können|konnten?|darf|muss|soll|wird|wurden?|gibt|gilt|stimmt|est-ce que|sont-ils|a-t-il|es|son|era|hay|puede|tiene|è|sono|può|ha) )/iu;
const ENDS_YES_OR_NO = /か[。?？]?$/u;
const ASKS_FOR_MORE = /何|誰|どこ|いつ|なぜ|どう|どの|どれ|いく/u;

/** Whether a text answers with yes or no: "yes" beside it may be the same answer once more. */
export const saysYesOrNo = (text: string) => SAYS_YES_OR_NO.test(text);

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
