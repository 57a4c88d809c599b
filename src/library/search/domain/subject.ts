import { functionWords, talkWords, vagueWords } from '#text/domain/function-words.ts';
import { wordsIn } from '#text/domain/words-in.ts';

/** An address with a scheme or `www`, the target of a link, or a host name with a path. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>()"]+|\]\([^\s()]*\)|(?<![\w.@/-])[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.[a-z]{2,20}\/[^\s<>()"]*/giu;

/** German words; `vagueWords` has the English ones. */
const VAGUE_GERMAN = new Set(
  `funktioniert funktionieren arbeitet arbeiten passiert passierte dauert dauern lange zeit tag tage woche jahr jahre leute
  leben frage antwort teil ende seite wort zahl sache sachen ding dinge stimmt los klar richtig falsch besser schlecht`.split(
    /\s+/,
  ),
);

/**
 * Reports whether a query names a subject. “How does it work” and “the time” do not, since every text contains their
 * words. A query without function words always does.
 */
export function namesSubject(query: string): boolean {
  const words = wordsIn(query).map(({ form }) => form);
  const said = words.filter((form) => !functionWords.has(form));
  if (said.length === words.length) return words.length > 0;
  return said.some((form) => !talkWords.has(form) && !vagueWords.has(form) && !VAGUE_GERMAN.has(form));
}

/** A text without its addresses, whose parts must not count as words. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, ' ');

/** The addresses in a query, in the forms that texts can contain. */
export function addressesIn(query: string): readonly string[] {
  const found = (query.match(ADDRESS) ?? []).filter((each) => !each.startsWith(']'));
  return found
    .map((each) => each.replace(/^https?:\/\/|[/.,;:!?]{1,9}$/giu, '').toLowerCase())
    .filter((each) => each !== '');
}
