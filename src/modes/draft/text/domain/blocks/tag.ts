/** A longer tag is text. Bounds how much is read again for each `<`, and how much is held back while it streams. */
export const MAX_TAG_LENGTH = 1_000;

export interface Tag {
  /** `empty` is `<draft />`: a draft without text. */
  readonly kind: 'opening' | 'closing' | 'empty';
  /** The offset behind its `>`. */
  readonly end: number;
  /** By name in lower case, entities decoded. Of two with one name the first counts. */
  readonly attributes: Readonly<Record<string, string>>;
}

const HEAD = /^<(?<slash>\/?)draft(?=[\s/>])/i;
const UNFINISHED_HEAD = /^<\/?(?:d(?:r(?:a(?:ft?)?)?)?)?$/i;
const SPACE = /[\s/]+/y;
const NAME = /[^\s/<>=]+/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s<>]*/y;

/**
 * Reads a draft tag at a `<`. `undecided`: what arrives next may make it a tag. As HTML does, it accepts what is
 * malformed inside a tag, such as a quotation mark too many, so that the tag does not become text.
 */
export function readTag(content: string, at: number, isOver: boolean): Tag | 'text' | 'undecided' {
  const window = content.slice(at, at + MAX_TAG_LENGTH);
  const mayContinue = !isOver && window.length < MAX_TAG_LENGTH;
  const head = HEAD.exec(window);
  if (!head) return mayContinue && UNFINISHED_HEAD.test(window) ? 'undecided' : 'text';
  const attributes = new Map<string, string>();
  let place = head[0].length;
  let isSlashLast = false;
  while (place < window.length && window[place] !== '<') {
    if (window[place] === '>') {
      const kind = head.groups?.slash ? 'closing' : isSlashLast ? 'empty' : 'opening';
      return { kind, end: at + place + 1, attributes: Object.fromEntries(attributes) };
    }
    const space = matchAt(SPACE, window, place);
    isSlashLast = space.endsWith('/');
    place += space.length;
    const name = matchAt(NAME, window, place);
    // A sign that can begin nothing, such as a second `=`.
    if (space === '' && name === '') place += 1;
    if (name === '') continue;
    isSlashLast = false;
    place += name.length;
    const equals = matchAt(EQUALS, window, place);
    if (equals === '') {
      if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), '');
      continue;
    }
    const value = readValue(window, place + equals.length, mayContinue);
    if (value === 'undecided') return 'undecided';
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), decoded(value.text));
    place = value.end;
  }
  return mayContinue && place >= window.length ? 'undecided' : 'text';
}

/** A quotation mark that is not closed on its line quotes nothing: the value ends at the next space. */
function readValue(window: string, from: number, mayContinue: boolean): { text: string; end: number } | 'undecided' {
  const quote = window[from];
  if (quote === '"' || quote === "'") {
    const close = window.indexOf(quote, from + 1);
    const line = window.indexOf('\n', from + 1);
    if (close > 0 && (line < 0 || close < line)) return { text: window.slice(from + 1, close), end: close + 1 };
    if (line < 0 && mayContinue) return 'undecided';
  }
  const value = matchAt(UNQUOTED, window, from);
  return { text: value.replace(/^["']/, ''), end: from + value.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'", apos: "'" };

function decoded(value: string): string {
  return value.replace(/&(quot|amp|lt|gt|#39|apos);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
