import { markRangesOf, withoutRanges } from './marks.ts';

interface Placed {
  readonly at: number;
}

interface Typed<Citation extends Placed> {
  readonly text: string;
  /** In order, with offsets in the text. */
  readonly cited: readonly Citation[];
}

/** Without a mark around it, the rest of a mark may be one again: `[^[^1]1]`. */
const MAX_PASSES = 3;

/** A text without the marks that its author typed, which cite nothing, and its citations at the same words as before. */
export function withoutTypedMarks<Citation extends Placed>(typed: Typed<Citation>): Typed<Citation> {
  let { text, cited } = typed;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const ranges = markRangesOf(text);
    if (ranges.length === 0) return { text, cited };
    let next = 0;
    let dropped = 0;
    cited = cited.map((citation) => {
      for (let range = ranges[next]; range && range.end <= citation.at; range = ranges[next]) {
        dropped += range.end - range.start;
        next += 1;
      }
      return { ...citation, at: Math.min(citation.at, ranges[next]?.start ?? Infinity) - dropped };
    });
    text = withoutRanges(text, ranges);
  }
  return { text: markRangesOf(text).length === 0 ? text : text.replaceAll('[^', '[ '), cited };
}
