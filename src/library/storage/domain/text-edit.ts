/** A change of one text into another: at the offset `at`, `removed` was replaced by `added` characters. */
export interface TextEdit {
  readonly at: number;
  readonly removed: string;
  readonly added: number;
}

/** Texts are compared in blocks first, which is much faster than by characters. */
const BLOCK = 4_096;

export function editBetween(from: string, to: string): TextEdit {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start + BLOCK <= most && from.slice(start, start + BLOCK) === to.slice(start, start + BLOCK)) start += BLOCK;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start += 1;
  let end = 0;
  const isSameBefore = (length: number) =>
    from.slice(from.length - end - length, from.length - end) === to.slice(to.length - end - length, to.length - end);
  while (end + BLOCK <= most - start && isSameBefore(BLOCK)) end += BLOCK;
  while (end < most - start && isSameBefore(1)) end += 1;
  return { at: start, removed: from.slice(start, from.length - end), added: to.length - end - start };
}

/** Reconstructs the text before the edit from the one after it. */
export function beforeEdit(to: string, { at, removed, added }: TextEdit): string {
  return to.slice(0, at) + removed + to.slice(at + added);
}
