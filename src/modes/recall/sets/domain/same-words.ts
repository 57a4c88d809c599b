import { trimEnd } from '#text/domain/trim-ends.ts';

/** Points with equal keys say the same words: only case, white space, quotation marks or the final stop differ. */
export function wordsKey(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim();
  return trimEnd(plain, /[.!…。]/u);
}
