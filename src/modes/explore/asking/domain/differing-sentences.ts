import { wordsOf } from '#text/domain/as-read.ts';
import { diffLists } from '#text/domain/diff-lists.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

/** With more edits, everything between the common beginning and the common end counts as different. */
const MAX_EDITS = 400;

export interface ComparedSentence {
  readonly text: string;
  /** True if the other text lacks this sentence at this place. */
  readonly isOther: boolean;
}

type Paragraph = readonly ComparedSentence[];

/**
 * Compares two texts as plain text and marks the sentences that only one of them has. Ignores white space and
 * punctuation.
 */
export function differingSentences(one: string, other: string): readonly [readonly Paragraph[], readonly Paragraph[]] {
  const [left, right] = [paragraphsOf(one), paragraphsOf(other)];
  const keysOf = (paragraphs: readonly (readonly string[])[]) =>
    paragraphs.flat().map((sentence) => wordsOf(sentence).join(' '));
  const runs = diffLists(keysOf(left), keysOf(right), MAX_EDITS);
  const marks = (side: 'removed' | 'added') =>
    runs.flatMap((run) => [...run.same.map(() => false), ...run[side].map(() => true)]);
  return [marked(left, marks('removed')), marked(right, marks('added'))];
}

function paragraphsOf(text: string): readonly (readonly string[])[] {
  return plainText(text)
    .split(/\n\s*\n/u)
    .map((paragraph) =>
      sentencesOf(paragraph)
        .map((sentence) => sentence.text)
        .filter((sentence) => sentence.trim() !== ''),
    )
    .filter((paragraph) => paragraph.length > 0);
}

function marked(paragraphs: readonly (readonly string[])[], marks: readonly boolean[]): readonly Paragraph[] {
  let next = 0;
  return paragraphs.map((paragraph) => paragraph.map((text) => ({ text, isOther: marks[next++] ?? true })));
}
