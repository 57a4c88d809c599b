import { functionWords, talkWords, vagueWords } from '#text/domain/function-words.ts';
import { wordsIn } from '#text/domain/words-in.ts';

/** With a scheme or `www`, as the target of a link, and a name with a path. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>()"]+|\]\([^\s()]*\)|(?<![\w.@/-])[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.[a-z]{2,20}\/[^\s<>()"]*/giu;

/** Of German: `vagueWords` has those of English. */
const VAGUE_GERMAN = new Set(
  `funktioniert funktionieren arbeitet arbeiten passiert passierte dauert dauern lange zeit tag tage woche jahr jahre leute
  leben frage antwort teil ende seite wort zahl sache sachen ding dinge stimmt los klar richtig falsch besser schlecht`.split(
    /\s+/,
  ),
);

/**
 * Whether a query has words of a subject. “How does it work” and “the time” have none: every text says their words. Without
 * function words they are what somebody looks for.
 */
export function namesSubject(query: string): boolean {
  const words = wordsIn(query).map(({ form }) => form);
  const said = words.filter((form) => !functionWords.has(form));
  if (said.length === words.length) return words.length > 0;
  return said.some((form) => !talkWords.has(form) && !vagueWords.has(form) && !VAGUE_GERMAN.has(form));
}

/** A text without its addresses, whose parts are no words of it. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, ' ');

/** The addresses of a query, as texts may have them. */
export function addressesIn(query: string): readonly string[] {
  const found = (query.match(ADDRESS) ?? []).filter((each) => !each.startsWith(']'));
  return found
    .map((each) => each.replace(/^https?:\/\/|[/.,;:!?]{1,9}$/giu, '').toLowerCase())
    .filter((each) => each !== '');
}
