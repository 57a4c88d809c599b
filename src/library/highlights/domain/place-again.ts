import { quoteFinder } from '#text/domain/find-quote.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import { editBetween } from '../../storage/domain/text-edit.ts';

/** A marked range with its words. If the range is null, the text does not contain the words. */
export interface Placed {
  readonly range: TextRange | null;
  readonly quote: string;
}

/** In longer texts, words that an edit moved are found by an exact search only. */
const MAX_READ = 200_000;
/** Maximum number of occurrences of the same words that are compared. */
const MAX_OCCURRENCES = 1_000;

/**
 * Places marked ranges in a changed text. Ranges outside the edit move with their text; a range that encloses the edit
 * keeps its ends. The words of other ranges are searched for: first the exact occurrence nearest to the old place, then
 * as quotes are.
 */
export function placeAgain(from: string, to: string): (placed: Placed) => Placed {
  const edit = editBetween(from, to);
  const editEnd = edit.at + edit.removed.length;
  const moved = edit.added - edit.removed.length;
  let find: ReturnType<typeof quoteFinder> | undefined;
  return ({ range, quote }) => {
    if (range && range.end <= edit.at) return { range, quote };
    if (range && range.start >= editEnd)
      return { range: { start: range.start + moved, end: range.end + moved }, quote };
    if (range && range.start < edit.at && range.end > editEnd) {
      const grown = { start: range.start, end: range.end + moved };
      const words = to.slice(grown.start, grown.end);
      if (/[\p{L}\p{N}]/u.test(words)) return { range: grown, quote: words };
    }
    const near = nearest(to, quote, range?.start ?? 0);
    if (near) return { range: near, quote };
    if (to.length > MAX_READ) return { range: null, quote };
    find ??= quoteFinder(to);
    const found = find(quote);
    return found ? { range: found, quote: to.slice(found.start, found.end) } : { range: null, quote };
  };
}

/** The occurrence of words that is nearest to an offset. */
function nearest(text: string, words: string, offset: number): TextRange | null {
  let best = -1;
  let at = text.indexOf(words);
  for (let count = 0; at >= 0 && count < MAX_OCCURRENCES; count += 1) {
    if (best < 0 || Math.abs(at - offset) < Math.abs(best - offset)) best = at;
    at = text.indexOf(words, at + 1);
  }
  return best < 0 ? null : { start: best, end: best + words.length };
}
