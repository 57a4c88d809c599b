/** The change of one text into another: at `at`, `removed` was replaced by text of the length `added`. */
export interface TextEdit {
  readonly at: number;
  readonly removed: string;
  readonly added: number;
}

export function editBetween(from: string, to: string): TextEdit {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) end += 1;
  return { at: start, removed: from.slice(start, from.length - end), added: to.length - end - start };
}

/** The text before the edit, from the one after it. */
export function beforeEdit(to: string, { at, removed, added }: TextEdit): string {
  return to.slice(0, at) + removed + to.slice(at + added);
}
