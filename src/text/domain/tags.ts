/** HTML elements that occur in notes: any other text in angle brackets, such as `List<T>`, is words. */
const ELEMENTS =
  'a|abbr|article|aside|audio|b|blockquote|br|button|caption|center|cite|code|col|dd|del|details|dfn|div|dl|dt|em|embed|' +
  'figcaption|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|' +
  'option|p|picture|pre|q|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|' +
  'td|textarea|tfoot|th|thead|time|tr|track|u|ul|var|video|wbr';
/** Attributes without a value. A fixed list, because with arbitrary names "a<b and c>d" would be a tag. */
const FLAGS =
  'allowfullscreen|async|autoplay|checked|controls|defer|disabled|download|hidden|loop|muted|open|required|reversed';
export const TAG = new RegExp(
  String.raw`<\/?(?:${ELEMENTS})(?:\s{1,9}(?:[\w:-]+=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s"'<>]+)|(?:${FLAGS})\b))*\s{0,9}\/?>`,
  'gi',
);
/** Elements that begin a line. */
export const BREAKING = /^<\/?(?:br|p|div|li|td|th|tr|h[1-6])\b/i;
const MOVED = /<(su[pb])>([^<>\n]{1,50})<\/\1>/gi;
const NUMBER = /^[-−–+]?\d+[-−–+]?$/;
const SIGNS = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺', sub: '₀₁₂₃₄₅₆₇₈₉₋₊' };

/** Replaces tags by the words between them. Superscripts and subscripts keep their meaning: 10⁶ is not 106. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(MOVED, (_, element: string, words: string) => moved(words.trim(), element.toLowerCase() === 'sup'))
    .replace(TAG, (tag) => (BREAKING.test(tag) ? ' ' : ''));
}

function moved(words: string, isRaised: boolean): string {
  const signs = isRaised ? SIGNS.sup : SIGNS.sub;
  if (NUMBER.test(words))
    return words.replace(
      /[^]/gu,
      (sign) => signs['0123456789'.includes(sign) ? Number(sign) : sign === '+' ? 11 : 10] ?? sign,
    );
  // The ending of a number, as in 3rd, or a name.
  if (isRaised && /^\p{L}{2,}$/u.test(words)) return words;
  return `${isRaised ? '^' : '_'}${/^[\p{L}\d]+$/u.test(words) ? words : `(${words})`}`;
}
