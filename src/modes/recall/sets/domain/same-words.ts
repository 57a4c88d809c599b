/** Points with equal keys say the same words: only case, white space, quotation marks or the final stop differ. */
export function wordsKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.!…。]+$/u, '');
}
