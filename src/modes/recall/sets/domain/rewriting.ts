import { diffLists } from '#text/domain/diff-lists.ts';

/** Maximum number of letters or digits that a typo correction changes. */
const MAX_SLIPS = 2;

/**
 * Whether a text was rewritten rather than corrected: more than two letters or digits changed. Case, spaces and
 * punctuation are ignored.
 */
export function isRewritten(before: string, after: string): boolean {
  const [one, other] = [lettersOf(before), lettersOf(after)];
  // A changed letter is one removed and one added.
  const runs = diffLists(one, other, 2 * MAX_SLIPS);
  const slips = runs.reduce((sum, { removed, added }) => sum + Math.max(removed.length, added.length), 0);
  return slips > MAX_SLIPS;
}

function lettersOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  );
}
