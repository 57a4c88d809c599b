import type { TextRange } from '#text/domain/text-range.ts';

const OPENING_QUOTE = /["'“„‘‚«‹(]/;
const CLOSING_QUOTE = /["'”“’‘»›)]/;
/** `<draft> tags`, `<draft>-Tag` */
const NAMED = /^(?: (?:tag|block|element)s?|-(?:tag|block|element)s?)\b/i;
const MAY_BE_NAMED = /^[ -](?:t(?:a(?:gs?)?)?|b(?:l(?:o(?:c(?:ks?)?)?)?)?|e(?:l(?:e(?:m(?:e(?:n(?:ts?)?)?)?)?)?)?)?$/i;
/** `<draft> and </draft>` */
const JOINED = /^\s{0,3}(?:and|or|und|oder|to|bis|\.{3}|[…/,–-])\s{0,3}<\/draft\s{0,3}>/i;
const MAY_BE_JOINED =
  /^\s{0,3}(?:a(?:nd?)?|or?|od(?:er?)?|u(?:nd?)?|to?|b(?:is?)?|\.{1,3}|[…/,–-])?\s{0,3}(?:(?<=\S\s{0,3})<(?:\/(?:d(?:r(?:a(?:ft?\s{0,3})?)?)?)?)?)?$/i;
const JOINS = /<draft\s{0,3}>\s{0,3}(?:and|or|und|oder|to|bis|\.{3}|[…/,–-])\s{0,3}$/i;
const MAX_AROUND = 40;

/**
 * Whether a tag without attributes is only mentioned: in quotation marks, before the word "tag", or in a pair with just
 * a word such as "and" between the tags. `undecided`: the following text may decide.
 */
export function isMention(content: string, { start, end }: TextRange, isOver: boolean): boolean | 'undecided' {
  const after = content.slice(end, end + MAX_AROUND);
  const mayDecide = isOver || after.length === MAX_AROUND;
  if (after === '') return isOver ? false : 'undecided';
  if (OPENING_QUOTE.test(content[start - 1] ?? '') && CLOSING_QUOTE.test(after[0] ?? '')) return true;
  if (!mayDecide && MAY_BE_NAMED.test(after)) return 'undecided';
  if (NAMED.test(after)) return true;
  if (content[start + 1] === '/') return JOINS.test(content.slice(Math.max(0, start - MAX_AROUND), start));
  if (!mayDecide && MAY_BE_JOINED.test(after)) return 'undecided';
  return JOINED.test(after);
}
