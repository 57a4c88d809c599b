import { functionWords } from '#text/domain/function-words.ts';
import { foldForm } from '#text/domain/stems.ts';

import { ARTICLES } from './run-words.ts';

const COMPARED =
  /(?<![\p{L}\p{N}])(?:(?:difference|distinction|diff)s? between|(?:unterschiede?|unterschieds) zwischen)\s+(?<things>.+)$/iu;
/** "Venus hotter than Mercury", "glass different from a crystal". */
const MEASURED =
  /^(?:.*?[\s,])?(?:is|are|was|were|ist|sind|war|waren)\s+(?<one>[^,;:]+?)\s+(?:(?:[\p{L}]+(?:er|ier|lich)|better|worse|(?:more|less|as)\s+\p{L}+|besser|schlechter)\s+(?:than|als)|(?:any\s+)?different\s+(?:from|than|to)|(?:compared|in comparison)\s+(?:to|with)|im vergleich\s+(?:zu[mr]?|mit))\s+(?<other>[^,;:]+)$/iu;
const PARTED = /\s*,\s*(?:(?:and|or|und|oder)\s+)?|\s+(and|or|und|oder|vs\.?|versus)\s+/iu;
const MAX_WORDS = 8;
const MAX_THINGS = 3;

/**
 * The two things of "the difference between a moth and a butterfly" or "is a moth bigger than a butterfly": "moth and
 * butterfly". Null for other sentences.
 */
export function comparedThings(sentence: string, and: string): string | null {
  const measured = MEASURED.exec(sentence)?.groups;
  const pair = [measured?.['one'] ?? '', measured?.['other'] ?? ''].map(nounPhrase);
  if (pair.every((thing) => isThing(thing))) return pair.join(` ${and} `);
  const things =
    COMPARED.exec(sentence)
      ?.groups?.['things']?.split(PARTED)
      .filter((part) => part !== undefined) ?? [];
  const named = things.filter((part) => !/^(?:and|or|und|oder|vs\.?|versus)$/iu.test(part)).map(nounPhrase);
  const [first, ...more] = named.slice(0, MAX_THINGS);
  const last = more.pop();
  if (!first || !last || more.includes('')) return null;
  const name = `${[first, ...more].join(', ')} ${and} ${last}`;
  return name.split(' ').length > MAX_WORDS ? null : name;
}

/** The noun phrase up to where the sentence continues differently; may be empty. */
function nounPhrase(part: string): string {
  const words = part.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const start = words.findIndex((word) => !ARTICLES.has(foldForm(word)));
  if (start < 0) return '';
  const told = words.slice(start);
  const end = told.findIndex((word) => functionWords.has(foldForm(word)) && !/^(?:of|\p{Lu}{2,})$/u.test(word));
  return told.slice(0, end < 0 ? undefined : end).join(' ');
}

/** "It" and "this" name nothing. */
function isThing(thing: string): boolean {
  return thing !== '' && thing.split(' ').length <= MAX_WORDS / 2 && !functionWords.has(foldForm(thing));
}
