/** Dictionary-based in scripts without spaces. The locale does not affect words. */
const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The words of a text and what is between them, in order. */
export function wordSegments(text: string): readonly Intl.SegmentData[] {
  return [...words.segment(text)];
}

/** The sentences of a text with trailing white space. */
export function sentenceSegments(text: string): readonly string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment);
}

/** Runs of letters and digits, as written. */
export function plainWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
