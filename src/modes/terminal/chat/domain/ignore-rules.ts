/** One pattern of a `.gitignore`. See https://git-scm.com/docs/gitignore */
export interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Pattern of each name in the path below the folder of the file; `**` matches any number of names. */
  readonly names: readonly string[];
}

/** The rules of one folder. `depth`: the number of names of that folder's path. */
export interface IgnoreLevel {
  readonly depth: number;
  readonly rules: readonly IgnoreRule[];
}

const MAX_RULES = 2_000;
const ANY_FOLDERS = '**';

export function parseIgnoreRules(text: string): readonly IgnoreRule[] {
  return text.split('\n', MAX_RULES).flatMap((line) => parseRule(line.endsWith('\r') ? line.slice(0, -1) : line) ?? []);
}

function parseRule(line: string): IgnoreRule | null {
  if (line.startsWith('#')) return null;
  let pattern = withoutTrailingSpaces(line);
  const isNegated = pattern.startsWith('!');
  if (isNegated) pattern = pattern.slice(1);
  const isForFolders = pattern.endsWith('/');
  if (isForFolders) pattern = pattern.slice(0, -1);
  if (pattern === '') return null;
  // A pattern that contains a slash is relative to the folder of its file.
  const isAnchored = pattern.includes('/');
  const names = (pattern.startsWith('/') ? pattern.slice(1) : pattern).split('/');
  return { isNegated, isForFolders, names: isAnchored ? names : [ANY_FOLDERS, ...names] };
}

/** Git ignores spaces at the end unless a backslash precedes them. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}

/**
 * Whether git ignores an entry, by the rules of the folders above it, outermost first. Requires that these folders are
 * not ignored themselves, because git does not re-include anything below an ignored folder.
 */
export function isIgnored(levels: readonly IgnoreLevel[], path: readonly string[], isFolder: boolean): boolean {
  for (const { depth, rules } of levels.toReversed()) {
    const below = path.slice(depth);
    const rule = rules.findLast((each) => (isFolder || !each.isForFolders) && matchesPath(each.names, below));
    if (rule) return !rule.isNegated;
  }
  return false;
}

/** Like `matches`, with `**` instead of `*`. Takes at most the number of names times that of patterns in steps. */
function matchesPath(patterns: readonly string[], names: readonly string[]): boolean {
  // `a/**` matches everything inside a, but not a itself.
  if (patterns.at(-1) === ANY_FOLDERS && patterns.length > 1)
    return names.length > 1 && names.some((_, at) => at > 0 && matchesPath(patterns.slice(0, -1), names.slice(0, at)));
  return matches(patterns, names, { isAny: (pattern) => pattern === ANY_FOLDERS, isOne: matchesName });
}

interface Comparison<Pattern, Item> {
  readonly isAny: (pattern: Pattern) => boolean;
  readonly isOne: (pattern: Pattern, item: Item) => boolean;
}

/** Backtracks to the latest `*` only, so the time is at most the product of both lengths. */
function matches<Pattern, Item>(
  patterns: readonly Pattern[],
  items: readonly Item[],
  { isAny, isOne }: Comparison<Pattern, Item>,
): boolean {
  let at = 0;
  let any = -1;
  let from = 0;
  for (let item = 0; item < items.length;) {
    const pattern = patterns[at];
    const here = items[item];
    if (pattern !== undefined && isAny(pattern)) {
      any = at;
      from = item;
      at += 1;
    } else if (pattern !== undefined && here !== undefined && isOne(pattern, here)) {
      at += 1;
      item += 1;
    } else if (any >= 0) {
      from += 1;
      item = from;
      at = any + 1;
    } else return false;
  }
  return patterns.slice(at).every((pattern) => isAny(pattern));
}

type Sign = { readonly kind: 'any' | 'one' } | { readonly kind: 'in'; readonly has: (character: string) => boolean };

const signsOf = new Map<string, readonly Sign[]>();
const MAX_KEPT = 5_000;

function matchesName(pattern: string, name: string): boolean {
  let signs = signsOf.get(pattern);
  if (!signs) {
    signs = parseSigns(pattern);
    if (signsOf.size >= MAX_KEPT) signsOf.clear();
    signsOf.set(pattern, signs);
  }
  return matches(signs, Array.from(name), {
    isAny: ({ kind }) => kind === 'any',
    isOne: (sign, character) => sign.kind === 'one' || (sign.kind === 'in' && sign.has(character)),
  });
}

function parseSigns(pattern: string): readonly Sign[] {
  const signs: Sign[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = character === '[' ? parseSet(characters, at + 1) : null;
    if (character === '*') signs.push({ kind: 'any' });
    else if (character === '?') signs.push({ kind: 'one' });
    else if (set) {
      signs.push({ kind: 'in', has: set.has });
      at = set.end;
    } else {
      if (character === '\\' && at + 1 < characters.length) at += 1;
      const literal = characters[at];
      signs.push({ kind: 'in', has: (each) => each === literal });
    }
  }
  return signs;
}

/** `[a-z]`, `[!a]`; null if it is not closed. */
function parseSet(characters: readonly string[], from: number) {
  const isNegated = characters[from] === '!' || characters[from] === '^';
  const ranges: (readonly [string, string])[] = [];
  let at = isNegated ? from + 1 : from;
  for (const first = at; at < characters.length && (characters[at] !== ']' || at === first); at += 1) {
    if (characters[at] === '\\') at += 1;
    const low = characters[at] ?? '';
    const isRange = characters[at + 1] === '-' && characters[at + 2] !== undefined && characters[at + 2] !== ']';
    ranges.push([low, isRange ? (characters[at + 2] ?? '') : low]);
    if (isRange) at += 2;
  }
  if (at >= characters.length) return null;
  const has = (each: string) => ranges.some(([low, high]) => low <= each && each <= high) !== isNegated;
  return { end: at, has };
}
