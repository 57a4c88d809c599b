import type { TextRange } from './text-range.ts';

export interface Sentence extends TextRange {
  readonly text: string;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of a text, each with the white space behind it: together they are the whole text. A line break ends
 * one.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  }));
}
