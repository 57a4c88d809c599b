import { placesOfWords } from '#text/domain/find-quote.ts';
import type { TextRange } from '#text/domain/text-range.ts';

interface Selected {
  /** The Markdown of the displayed parts in which the words were selected. */
  readonly source: string;
  /** The rendered text before the words. */
  readonly before: string;
  /** The selected words as rendered. */
  readonly words: string;
}

/** Number of words at each end that are searched for if the Markdown does not contain the selection as rendered. */
const FEW_WORDS = 4;

/**
 * The range of selected words in the Markdown that they were rendered from; null if they are missing. `before` decides
 * between several occurrences.
 */
export function selectedRange({ source, before, words }: Selected): TextRange | null {
  const shown = words.trim();
  if (!/[\p{L}\p{N}]/u.test(shown)) return null;
  const whole = occurrence(source, before, shown);
  if (whole) return whole;
  const split = shown.split(/\s+/u);
  const first = occurrence(source, before, split.slice(0, FEW_WORDS).join(' ')) ?? occurrence(source, before, split[0]);
  const rest = source.slice(first?.end ?? 0);
  const last = first && lastPlace(rest, [split.slice(-FEW_WORDS).join(' '), split.at(-1) ?? ''], shown.length);
  return first && last ? { start: first.start, end: first.end + last.end } : null;
}

function occurrence(source: string, before: string, words = ''): TextRange | null {
  const places = placesOfWords(source, words);
  if (places.length < 2) return places[0] ?? null;
  const earlier = placesOfWords(`${before} ${words}`, words).length - 1;
  return places[Math.min(Math.max(earlier, 0), places.length - 1)] ?? null;
}

/** The occurrence of the last words whose distance is nearest to the length of the selection. */
function lastPlace(rest: string, ends: readonly string[], length: number): TextRange | null {
  for (const end of ends) {
    const places = placesOfWords(rest, end);
    const apart = ({ end: at }: TextRange) => Math.abs(at - length);
    const [nearest] = places.toSorted((one, other) => apart(one) - apart(other));
    if (nearest) return nearest;
  }
  return null;
}
