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
 * Whether a message that did not recall the asked point is not a failed attempt either: small talk, a question, and a
 * message about another point. Not for pleas and help buttons: they say that nothing comes to mind.
 */
export function isNotAFailedAttempt({ content, pointId, verdicts, recalledIds }: Said): boolean {
  if (recalledIds.includes(pointId)) return false;
  const near = verdicts.filter(({ verdict }) => verdict !== 'absent');
  if (recalledIds.length > 0) return true;
  if (near.length > 0) return near.every(({ id }) => id !== pointId);
  return isSmallTalk(content) || isQuestion(content);
}

/** Whether a message only asks, and states nothing. */
export function isQuestion(content: string): boolean {
  if (content.length > MAX_QUESTION_LENGTH) return false;
  const { clauses } = read(content, createLexicon(stopWordsFor(content)));
  return clauses.length > 0 && clauses.every((clause) => clause.isQuestion);
}

/** Complete phrases, folded as in `foldedMessage`. */
const PHRASES = [
  '(?:hi+|hey+|hello+|hullo|hiya|howdy|yo|greetings)(?: (?:there|again|everyone|tutor|warren))?',
  'good (?:morning|afternoon|evening|day|night)',
  'how (?:are|r) (?:you|u)(?: (?:doing|today))*|hows it going|whats up|nice to meet you',
  '(?:(?:i am|im|all) )?ready(?: (?:to go|to start|when you are))?|(?:ok )?lets (?:go|start|begin|do (?:it|this))',
  '(?:ok|okay|yes|sure|yep|yeah|yup|alright|all right|got it|i see|understood|go (?:on|ahead))',
  '(?:many )?(?:thanks|thx|cheers)(?: (?:a lot|so much|very much))?|thank you(?: (?:so|very) much)?',
  '(?:good )?(?:bye)+|see (?:you|ya)(?: (?:later|soon|tomorrow))?|(?:thats|that is) (?:enough|it|all) for (?:now|today)',
  '(?:i )?(?:have|need|got) to go|gotta go|brb|(?:one|just a|a) (?:moment|second|sec|minute)',
  'hallo|moin|servus|gruezi|gruss gott|guten (?:morgen|tag|abend)|wie gehts(?: (?:dir|ihnen))?',
  'ja|jo|(?:ich bin )?bereit|los gehts|(?:vielen )?dank|danke(?: schon| sehr)?|tschuss|bis (?:bald|spater|morgen)',
  'bonjour|bonsoir|salut|coucou|oui|daccord|merci(?: beaucoup)?|au revoir|a bientot|cest parti|on y va',
  'hola|buenos dias|buenas(?: (?:tardes|noches))?|vale|(?:muchas )?gracias|adios|hasta luego',
  'ciao|buongiorno|buonasera|andiamo|(?:molte )?grazie(?: mille)?|arrivederci|va bene',
];
const FIND = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PHRASES.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
/** Maximum length of a greeting, in characters. */
const MAX_LENGTH = 120;

/**
 * Whether a message has no content on any subject: a greeting, thanks, a farewell, "ok". Unlike "hm", it is not an
 * attempt at an answer.
 */
export function isSmallTalk(message: string): boolean {
  const trimmed = message.trim();
  if (trimmed.length > MAX_LENGTH) return false;
  const folded = foldedMessage(trimmed);
  const rest = folded.replace(FIND, ' ');
  return rest !== folded && isFiller(rest);
}
