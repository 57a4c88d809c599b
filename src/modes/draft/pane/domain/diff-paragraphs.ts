import { endsWithBlankLine, paragraphTexts } from '#text/domain/paragraphs.ts';

import { withoutMarks } from '../../text/domain/citations/marks.ts';
import { type DiffPart, wordDiff } from '../../text/domain/versions/word-diff.ts';

/** A paragraph of the comparison of two versions. */
export interface DiffParagraph {
  /** Both versions have the same text. */
  readonly isSame: boolean;
  readonly parts: readonly DiffPart[];
}

export function diffParagraphs(before: string, after: string): readonly DiffParagraph[] {
  const paragraphs: DiffPart[][] = [[]];
  for (const { kind, text } of wordDiff(before, after))
    for (const [index, piece] of paragraphTexts(text).entries()) {
      if (index > 0 || endsWithBlankLine(paragraphs.at(-1)?.at(-1)?.text ?? '')) paragraphs.push([]);
      paragraphs.at(-1)?.push({ kind, text: piece });
    }
  return paragraphs
    .filter((parts) => parts.some(({ text }) => text.trim() !== ''))
    .map((parts) => ({ isSame: parts.every(({ kind }) => kind === 'same'), parts }));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

export function changedWords(paragraphs: readonly DiffParagraph[]): {
  readonly added: number;
  readonly removed: number;
} {
  const wordsOf = (wanted: DiffPart['kind']) =>
    paragraphs
      .flatMap(({ parts }) => parts)
      .reduce((sum, { kind, text }) => sum + (kind === wanted ? (withoutMarks(text).match(WORD)?.length ?? 0) : 0), 0);
  return { added: wordsOf('added'), removed: wordsOf('removed') };
}

/** Minimum share of the later version that the earlier one must contain; below it, the text counts as rewritten. */
const MIN_SHARE_KEPT = 0.4;

/** Whether the later version is a new text rather than a change of the earlier one. */
export function isRewritten(paragraphs: readonly DiffParagraph[]): boolean {
  const lengthOf = (wanted: DiffPart['kind']) =>
    paragraphs
      .flatMap(({ parts }) => parts)
      .reduce((sum, { kind, text }) => sum + (kind === wanted ? text.length : 0), 0);
  const same = lengthOf('same');
  return same < MIN_SHARE_KEPT * (same + lengthOf('added'));
}
