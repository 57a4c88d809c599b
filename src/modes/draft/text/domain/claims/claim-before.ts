import type { TextRange } from '#text/domain/text-range.ts';

import { type Mark, marksOf, withoutMarks } from '../citations/marks.ts';
import { draftSentences } from '../draft-sentences.ts';

export interface MarkedClaim extends TextRange {
  readonly mark: Mark;
  /** The sentence of the mark, beginning at the previous mark in that sentence, without marks. */
  readonly claim: string;
}

/** The claim of each mark of a text, in order. Marks without words between them share their claim. */
export function claimBefore(text: string): readonly MarkedClaim[] {
  const sentences = draftSentences(text);
  const claims: MarkedClaim[] = [];
  let next = 0;
  let lineStart = 0;
  for (const mark of marksOf(text)) {
    while ((sentences[next]?.end ?? Infinity) <= mark.at) next += 1;
    const sentence = sentences[next];
    const before = claims.at(-1);
    const beforeEnd = before ? before.mark.at + before.mark.length : 0;
    const lineBreak = text.slice(beforeEnd, mark.at).lastIndexOf('\n');
    if (lineBreak >= 0) lineStart = beforeEnd + lineBreak + 1;
    // A heading is not a sentence.
    const sentenceStart = sentence && sentence.start <= mark.at ? sentence.start : lineStart;
    const isShared = before && beforeEnd > sentenceStart && text.slice(beforeEnd, mark.at).trim() === '';
    const start = isShared ? before.start : Math.max(sentenceStart, beforeEnd);
    const end = isShared ? before.end : mark.at;
    claims.push({ mark, start, end, claim: withoutMarks(text.slice(start, end)).replace(/\s+/g, ' ').trim() });
  }
  return claims;
}
