import { withoutInvisible } from '#text/domain/invisible.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

/** Texts with equal keys say the same words: only case, what is invisible, white space, quotation marks or the final stop differ. */
export function wordsKey(text: string): string {
  const plain = withoutInvisible(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim();
  return trimEnd(plain, /[.!…。]/u);
}

/** Points with equal keys say the same words in answer to the same question. */
export function pointKey({ text, question }: { readonly text: string; readonly question?: string | null }): string {
  return question ? `${wordsKey(question)}\n${wordsKey(text)}` : wordsKey(text);
}
