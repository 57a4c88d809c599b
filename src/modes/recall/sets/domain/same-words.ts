import { withoutInvisible } from '#text/domain/invisible.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

/**
 * Key for comparing texts: ignores case, invisible characters, white space, the style of quotes, and final punctuation.
 */
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

/** Key for comparing points: equal for the same text with the same question. */
export function pointKey({ text, question }: { readonly text: string; readonly question?: string | null }): string {
  return question ? `${wordsKey(question)}\n${wordsKey(text)}` : wordsKey(text);
}
