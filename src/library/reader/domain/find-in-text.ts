export interface TextRange {
  /** UTF-16 offsets; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export const MAX_FOUND = 2_000;

/** The ranges of words in a text, in any case; white space in them matches any white space. The first 2,000. */
export function findInText(text: string, words: string): readonly TextRange[] {
  const wanted = words.trim();
  if (wanted === '') return [];
  const pattern = wanted
    .split(/\s+/u)
    .map((word) => word.replace(/[$()*+./?[\\\]^{|}-]/gu, '\\$&'))
    .join('\\s+');
  const found: TextRange[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'gi'))) {
    found.push({ start: match.index, end: match.index + match[0].length });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}
