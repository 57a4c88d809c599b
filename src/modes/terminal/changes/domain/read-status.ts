export interface PathStatus {
  /** How much of its difference to the last commit is staged. */
  readonly staged: 'none' | 'part' | 'all';
  readonly isConflicted: boolean;
}

/** Parses the output of `git status --porcelain=v2 -z --no-renames`: the files that differ from the last commit. */
export function readStatus(printed: string): ReadonlyMap<string, PathStatus> {
  const found = new Map<string, PathStatus>();
  for (const field of printed.split('\0')) {
    const [kind = '', states = ''] = field.split(' ', 2);
    if (kind === '?') {
      const name = field.slice(2);
      // A file that was removed from the index but still exists is listed twice.
      const isRemoved = found.get(name)?.staged === 'all';
      found.set(name, { staged: isRemoved ? 'part' : 'none', isConflicted: false });
    }
    // The path of a changed file follows eight fields, that of a conflict ten.
    else if (kind === '1')
      found.set(restOf(field, 8), {
        staged: states.startsWith('.') ? 'none' : states.endsWith('.') ? 'all' : 'part',
        isConflicted: false,
      });
    else if (kind === 'u') found.set(restOf(field, 10), { staged: 'none', isConflicted: true });
  }
  return found;
}

/** The rest of a line after this number of fields. */
function restOf(line: string, fields: number): string {
  let at = 0;
  for (let field = 0; field < fields; field += 1) at = line.indexOf(' ', at) + 1;
  return line.slice(at);
}
