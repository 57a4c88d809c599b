/** A longer tag is text. Limits how much is reread for each `<`, and how much is held back while it streams. */
export const MAX_TAG_LENGTH = 1_000;

export interface Tag {
  /** `empty` is `<draft />`: a draft without text. */
  readonly kind: 'opening' | 'closing' | 'empty';
  /** The offset behind its `>`. */
  readonly end: number;
  /** By name in lower case, with decoded entities. The first of two with the same name counts. */
  readonly attributes: Readonly<Record<string, string>>;
}

const HEAD = /^<(?<slash>\/?)draft(?=[\s/>])/i;
const UNFINISHED_HEAD = /^<\/?(?:d(?:r(?:a(?:ft?)?)?)?)?$/i;
const SPACE = /[\s/]+/y;
const NAME = /[^\s/<>=]+/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s<>]*/y;

/** Whether a content may continue, is complete, or broke off. */
export type Ending = 'open' | 'over' | 'cut';

/** Minimum length of an unfinished tag at the end of a content, because `<d` can be a letter behind a sign. */
const MIN_BEGINNING = 3;
/** The beginning of a known attribute. If no attribute precedes it, any other word in an unfinished tag is text. */
const KNOWN_NAME = /^(?:t(?:i(?:t(?:le?)?)?)?|p(?:l(?:a(?:t(?:f(?:o(?:rm?)?)?)?)?)?)?)$/i;

/**
 * Reads a draft tag at a `<`. `undecided`: the following text can make it a tag. `unfinished`: the content ends inside
 * the tag. Like HTML, it accepts malformed text inside a tag, so that the tag does not become text. Words without any
 * value are not attributes but text, as in "<draft it here>".
 */
export function readTag(content: string, at: number, ending: Ending): Tag | 'text' | 'undecided' | 'unfinished' {
  const window = content.slice(at, at + MAX_TAG_LENGTH);
  const isAtEnd = window.length < MAX_TAG_LENGTH;
  const mayContinue = ending === 'open' && isAtEnd;
  const head = HEAD.exec(window);
  if (!head) {
    if (!isAtEnd || !UNFINISHED_HEAD.test(window)) return 'text';
    if (mayContinue) return 'undecided';
    return ending === 'cut' || window.length >= MIN_BEGINNING ? 'unfinished' : 'text';
  }
  const isClosing = head.groups?.['slash'] === '/';
  const attributes = new Map<string, string>();
  const words: string[] = [];
  let hasValue = false;
  let place = head[0].length;
  let isSlashLast = false;
  while (place < window.length && window[place] !== '<') {
    if (window[place] === '>') {
      if (words.length > 0 && !hasValue) return 'text';
      const kind = isClosing ? 'closing' : isSlashLast ? 'empty' : 'opening';
      return { kind, end: at + place + 1, attributes: Object.fromEntries(attributes) };
    }
    const space = matchAt(SPACE, window, place);
    isSlashLast = space.endsWith('/');
    place += space.length;
    const name = matchAt(NAME, window, place).toLowerCase();
    // A character that begins nothing, such as a second `=`.
    if (space === '' && name === '') place += 1;
    if (name === '') continue;
    isSlashLast = false;
    place += name.length;
    const equals = matchAt(EQUALS, window, place);
    if (equals === '') {
      words.push(name);
      if (!attributes.has(name)) attributes.set(name, '');
      continue;
    }
    hasValue = true;
    const value = readValue(window, place + equals.length, mayContinue);
    if (value === 'undecided') return 'undecided';
    if (!attributes.has(name)) attributes.set(name, decoded(value.text));
    place = value.end;
  }
  if (!isAtEnd || place < window.length) return 'text';
  if (mayContinue) return 'undecided';
  return hasValue || words.every((word) => KNOWN_NAME.test(word)) ? 'unfinished' : 'text';
}

/**
 * Reads a value. It ends at the first quotation mark that the rest of a tag follows, so a title can contain such marks.
 * If no mark closes it on its line, it is unquoted and ends at the next space.
 */
function readValue(window: string, from: number, mayContinue: boolean): { text: string; end: number } | 'undecided' {
  const quote = window[from];
  if (quote === '"' || quote === "'") {
    const lineEnd = window.indexOf('\n', from + 1);
    const end = lineEnd < 0 ? window.length : lineEnd;
    let first = -1;
    for (let close = window.indexOf(quote, from + 1); close >= 0 && close < end;) {
      if (first < 0) first = close;
      const isEnd = endsValue(window, close + 1);
      if (isEnd === 'undecided' && mayContinue) return 'undecided';
      if (isEnd === true || isEnd === 'undecided') return { text: window.slice(from + 1, close), end: close + 1 };
      close = window.indexOf(quote, close + 1);
    }
    if (lineEnd < 0 && mayContinue) return 'undecided';
    if (first >= 0) return { text: window.slice(from + 1, first), end: first + 1 };
    // The content ends in the value.
    if (lineEnd < 0 && window.length < MAX_TAG_LENGTH && !window.includes('>', from))
      return { text: window.slice(from + 1), end: window.length };
  }
  const value = matchAt(UNQUOTED, window, from);
  return { text: value.replace(/^["']/, ''), end: from + value.length };
}

const BARE_NAME = /[^\s"'<>=/]+/y;

/** Whether the rest of a tag follows: its end, or names up to one with a value. */
function endsValue(window: string, from: number): boolean | 'undecided' {
  let place = from;
  for (;;) {
    const space = matchAt(SPACE, window, place);
    place += space.length;
    if (place >= window.length) return 'undecided';
    if (window[place] === '>') return true;
    const name = matchAt(BARE_NAME, window, place);
    if (name === '') return false;
    place += name.length;
    if (place >= window.length) return 'undecided';
    if (matchAt(EQUALS, window, place) !== '') return true;
    if (space === '' || !/[\s>/]/.test(window[place] ?? '')) return false;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'", apos: "'" };

function decoded(value: string): string {
  return value.replace(/&(quot|amp|lt|gt|#39|apos);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
