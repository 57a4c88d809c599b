/** Dictionary-based in scripts without spaces. The locale does not affect words. */
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text and the segments between them, in order. */
export function wordSegments(text: string): readonly Intl.SegmentData[] {
  return [...words.segment(text)];
}

/** Runs of letters and digits, as written. */
export function plainWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Scripts without spaces between words, as part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

export const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
