import { foldForm, withUmlautsSpelled } from './stems.ts';

/** How well a label matches the typed text; 0 if it does not. Whole words rank above beginnings. */
export type RankLabel = (label: string) => number;

const EXACT = 1;
const BEGINNING = 0.9;
const WORDS = 0.75;
const PREFIXES = 0.6;
const INSIDE = 0.4;
/** Weight of the length: among equal matches the shorter label comes first. */
const LENGTH = 0.1;

/**
 * Ranks labels for the text of a search field, ignoring case and accents, and with umlauts in either spelling. All of
 * its words must occur.
 */
export function labelRanker(typed: string): RankLabel {
  const rank = foldedRanker(foldForm(typed));
  const spelled = foldedRanker(foldForm(withUmlautsSpelled(typed)));
  const isPlain = !/[^ -~]/.test(typed);
  return (label) =>
    rank(foldForm(label)) || (isPlain && !/[^ -~]/.test(label) ? 0 : spelled(foldForm(withUmlautsSpelled(label))));
}

function foldedRanker(typed: string): RankLabel {
  const sought = typed.trim();
  const words = wordsOf(sought);
  if (words.length === 0) return () => 0;
  return (folded) => {
    if (!words.every((word) => folded.includes(word))) return 0;
    if (folded.trim() === sought) return EXACT;
    const said = wordsOf(folded);
    const has = (word: string) => said.includes(word);
    const begins = (word: string) => said.some((each) => each.startsWith(word));
    const kind =
      folded.startsWith(sought) && (has(words.at(-1) ?? '') || said.length === 1)
        ? BEGINNING
        : words.every(has)
          ? WORDS
          : words.every(begins)
            ? PREFIXES
            : INSIDE;
    return kind - LENGTH * (1 - sought.length / Math.max(folded.length, sought.length));
  };
}

function wordsOf(folded: string): readonly string[] {
  return folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}

/**
 * A pattern of SQL's `like` for a typed word in lower case: letters that can have an accent, and other characters,
 * match any character. It matches more than `labelRanker` does.
 */
export function likePattern(word: string): string {
  const folded = foldForm(word);
  const any = folded.replace(/[^b-hj-npq-tv-xz0-9]|[ceginosyz]/gu, '_');
  return `%${/[^_]/.test(any) ? any : folded.replace(/[%_\\]/gu, '_')}%`;
}
