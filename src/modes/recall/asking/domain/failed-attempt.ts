import { isGuess } from '#text/domain/questions.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import type { PointVerdict } from '../../evaluator/domain/evaluation.ts';
import { foldedMessage, isFiller } from './intent.ts';

interface Said {
  readonly content: string;
  readonly pointId: string;
  readonly verdicts: readonly PointVerdict[];
  readonly recalledIds: readonly string[];
}

/** A longer message is more than a question. */
const MAX_QUESTION_LENGTH = 600;

/**
 * Whether a message that did not recall the asked point is still not a failed attempt: small talk, a question, or a
 * message about another point. False for pleas and help buttons, which say that nothing comes to mind.
 */
export function isNotAFailedAttempt({ content, pointId, verdicts, recalledIds }: Said): boolean {
  if (recalledIds.includes(pointId)) return false;
  const near = verdicts.filter(({ verdict }) => verdict !== 'absent');
  if (recalledIds.length > 0) return true;
  if (near.length > 0) return near.every(({ id }) => id !== pointId);
  return isSmallTalk(content) || isQuestion(content);
}

/** Whether a message only asks and states nothing. */
export function isQuestion(content: string): boolean {
  if (content.length > MAX_QUESTION_LENGTH) return false;
  const { clauses } = read(content, createLexicon(stopWordsFor(content)));
  return clauses.length > 0 && clauses.every((clause) => clause.isQuestion);
}

/** Whether a message only asks and does not guess. "Is it adenosine?" is a guess, and its point is shown. */
export function asksBack(content: string): boolean {
  return isQuestion(content) && !sentencesOf(content).some(({ text }) => isGuess(text));
}

/** The purpose of a message without content on any subject. */
export type SmallTalk = 'greets' | 'thanks' | 'leaves' | 'waits' | 'agrees';

/** A greeting at the start of a session; a farewell later. */
const GREETS_OR_LEAVES = '(?:ciao|salut|servus|aloha)(?: ciao)?';

/** Complete phrases, folded as in `foldedMessage`. */
const PHRASES: Readonly<Record<SmallTalk, readonly string[]>> = {
  greets: [
    '(?:hi+|hey+|hello+|hullo|hiya|howdy|yo|greetings)(?: (?:there|again|everyone|tutor|warren))?',
    'good (?:morning|afternoon|evening|day)',
    'how (?:are|r) (?:you|u)(?: (?:doing|today))*|hows it going|whats up|nice to meet you',
    'hallo|moin|gruezi|gruss gott|guten (?:morgen|tag|abend)|(?:na )?wie gehts(?: (?:dir|ihnen))?',
    'こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|よろしく(?:お願いします)?',
    '(?:comment )?ca va(?: bien)?|comment (?:vas tu|allez vous)|(?:y )?(?:como estas|que tal(?: estas)?)|come (?:va|stai)|tudo bem|ola',
    'bonjour|bonsoir|coucou|hola|buenos dias|buenas(?: (?:tardes|noches))?|buongiorno|buonasera',
  ],
  thanks: [
    '(?:many )?(?:thanks|thx|cheers)(?: (?:a lot|so much|very much))?|thank you(?: (?:so|very) much)?',
    '(?:どうも )?ありがとう(?:ございます|ございました)?|どうも|感謝します|谢谢|감사합니다',
    '(?:vielen )?dank|danke(?: schon| sehr)?|merci(?: beaucoup)?|(?:muchas )?gracias|(?:molte )?grazie(?: mille)?',
  ],
  leaves: [
    '(?:good )?(?:bye)+|see (?:you|ya)(?: (?:later|soon|tomorrow))?|(?:thats|that is) (?:enough|it|all) for (?:now|today)',
    '(?:i )?(?:have|need|got) to go|gotta go|brb',
    '(?:(?:i am|im) )?(?:done|finished)(?: for (?:today|now))?|(?:jai )?fini|finito|(?:he )?terminado|finish|stop|quit|enough',
    '(?:ich bin )?fertig|schluss|genug|aufhoren|(?:ich )?hore? auf',
    'さようなら|またね|じゃあね|バイバイ|終わり(?:です|ます|ました)?|おしまい',
    'tschuss|tschau|bis (?:bald|spater|morgen)|au revoir|a bientot|adios|hasta luego|arrivederci|cha[ou]|good night|gute nacht|buenas noches|bonne nuit',
    GREETS_OR_LEAVES,
  ],
  waits: [
    '(?:(?:one|just a|a) )?(?:moment|second|sec|minute)(?: (?:please|mal|bitte))?|(?:please )?(?:wait|hold on|hang on)|let me think(?: about (?:it|this|that))?|lass mich (?:kurz |mal )?(?:nachdenken|uberlegen)',
    '(?:(?:einen|kleinen) )?(?:moment|augenblick|sekunde)(?: (?:mal|bitte))?|warte(?: (?:mal|kurz))?|(?:ちょっと)?待って(?:ください)?|(?:un )?(?:momento|momentito|instant|attimo)|espera|attends?|attendez|aspetta|подожди|等一下',
  ],
  agrees: [
    '(?:(?:i am|im|all) )?ready(?: (?:to go|to start|when you are))?|(?:ok )?lets (?:go|start|begin|do (?:it|this))',
    '(?:ok|okay|yes|sure|yep|yeah|yup|alright|all right|got it|i see|understood|go (?:on|ahead))',
    'はい|うん|ええ|わかりました|了解(?:です)?',
    'ja|jo|alles klar|verstanden|(?:ich bin )?bereit|los gehts|oui|daccord|cest parti|on y va|vale|andiamo|va bene',
  ],
};
const KINDS = Object.keys(PHRASES) as readonly SmallTalk[];
const findOf = (phrases: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
const FIND = Object.fromEntries(KINDS.map((kind) => [kind, findOf(PHRASES[kind])])) as Record<SmallTalk, RegExp>;
/** Maximum length of a greeting, in characters. */
const MAX_LENGTH = 120;

/**
 * The kind of small talk: a greeting, thanks, a farewell, "ok". Null for a message with content on any subject. Unlike
 * "hm", small talk is not an attempt at an answer.
 */
export function smallTalkIn(message: string): SmallTalk | null {
  const trimmed = message.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  let rest = foldedMessage(trimmed);
  let first: SmallTalk | null = null;
  for (const kind of KINDS) {
    const found = rest.replace(FIND[kind], ' ');
    if (found !== rest) first ??= kind;
    rest = found;
  }
  return isFiller(rest) ? first : null;
}

/** The same for a message that may be the first of a session. */
export function smallTalkAt(message: string, isFirst: boolean): SmallTalk | null {
  const kind = smallTalkIn(message);
  const words = foldedMessage(message).replaceAll('|', '').trim();
  const isEither = isFirst && new RegExp(`^${GREETS_OR_LEAVES}$`, 'u').test(words);
  return kind === 'leaves' && isEither ? 'greets' : kind;
}

export function isSmallTalk(message: string): boolean {
  return smallTalkIn(message) !== null;
}
