/** Words that are often the first or last part of a hyphenated compound, in lower case. */
const FIRST = new Set(
  `self well ill long short high low full half part open cross ex non semi quasi all ever real two three four five six seven
  eight nine ten hundred twenty thirty forty fifty sixty seventy eighty ninety year so post pre anti mid far near large
  small third first second one multi inter co`.split(/\s+/),
);
const LAST = new Set(
  `term terms based scale level levels old related driven specific known sized wide free made year years day hour minute
  quality density income class century dimensional tailed sided order time effective efficient dependent independent
  defined established oriented minded like off`.split(/\s+/),
);
/** "Nord- und Südkorea", "short- and long-term". */
const SUSPENDED = /^(?:und|oder|bzw|sowie|bis|and|or|et|ou)(?![\p{L}-])/u;
const LAST_WORD = /(?<word>[\p{L}\p{M}\p{N}]{1,60})(?<hyphen>[-\u00ad\u2010])$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]+/u;
const WORDS = /[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu;

/** The words of a document in lower case, except those that a line end divides. */
export function wordsOf(lines: readonly { readonly text: string }[]): ReadonlySet<string> {
  const words = new Set<string>();
  let wasDivided = false;
  for (const { text } of lines) {
    const isDivided = LAST_WORD.test(text);
    const whole = text.slice(wasDivided ? (FIRST_WORD.exec(text)?.[0].length ?? 0) : 0).replace(LAST_WORD, '');
    for (const word of whole.toLowerCase().match(WORDS) ?? []) words.add(word.replaceAll('\u2010', '-'));
    wasDivided = isDivided;
  }
  return words;
}

/**
 * How to join a line that ends with a hyphen and the next one: without the hyphen (`''`), with it (`'-'`), or as two
 * words (null). The form that occurs elsewhere in the document decides. If neither or both do, the hyphen remains if
 * one of the parts is usual in compounds.
 */
export function joinAtLineEnd(line: string, next: string, words: ReadonlySet<string>): '' | '-' | null {
  const { word: before = '', hyphen } = LAST_WORD.exec(line)?.groups ?? {};
  const behind = FIRST_WORD.exec(next)?.[0] ?? '';
  if (before === '' || behind === '' || SUSPENDED.test(next)) return null;
  if (hyphen === '\u00ad') return '';
  const isOneCase = (/\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(behind)) || /^\p{Lu}{4,}$/u.test(before + behind);
  // Names, and numbers in names, keep the hyphen.
  if (!isOneCase) return '-';
  const [first, last] = [before.toLowerCase(), behind.toLowerCase()];
  const [isOne, isCompound] = [words.has(first + last), words.has(`${first}-${last}`)];
  if (isOne !== isCompound) return isOne ? '' : '-';
  // "State-of-the-art"
  if (/^\p{L}+-\p{L}/u.test(next) || (FIRST.has(first) && words.has(last))) return '-';
  return LAST.has(last) && first.length > 2 ? '-' : '';
}
