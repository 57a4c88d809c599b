import { foldedMessage, isFiller } from './intent.ts';

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
