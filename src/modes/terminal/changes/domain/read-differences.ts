/** A file that differs between two trees of git. */
export interface Difference {
  readonly path: string;
  readonly oldPath: string | null;
  readonly old: Entry | null;
  readonly new: Entry | null;
  /** Number of lines; null if git treats the file as binary. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Whether its content is not stored because of its size. */
  readonly isLarge?: boolean;
}

export interface Entry {
  /** For example `100644`. */
  readonly mode: string;
  readonly id: string;
}

const NO_MODE = '000000';

/** Parses the output of `git diff-tree -r -z --raw --numstat`: the files first, then their line counts. */
export function readDifferences(printed: string): readonly Difference[] {
  const fields = printed.split('\0');
  const found: Difference[] = [];
  const counts = new Map<string, readonly [string, string]>();
  let at = 0;
  const next = () => fields[at++] ?? '';
  while (at < fields.length) {
    const field = next();
    if (field.startsWith(':')) {
      const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = field.slice(1).split(' ');
      const first = next();
      const isMoved = status.startsWith('R') || status.startsWith('C');
      found.push({
        path: isMoved ? next() : first,
        oldPath: isMoved ? first : null,
        old: oldMode === NO_MODE ? null : { mode: oldMode, id: oldId },
        new: newMode === NO_MODE ? null : { mode: newMode, id: newId },
        added: null,
        removed: null,
      });
    } else if (field !== '') {
      const [added = '', removed = '', name = ''] = field.split('\t', 3);
      const rest = field.slice(added.length + removed.length + 2);
      if (name === '' && rest === '') next();
      counts.set(rest === '' ? next() : rest, [added, removed]);
    }
  }
  return found.map((each) => {
    const [added, removed] = counts.get(each.path) ?? ['-', '-'];
    const isCounted = added !== '-';
    return { ...each, added: isCounted ? Number(added) : null, removed: isCounted ? Number(removed) : null };
  });
}
