const MARK = /\{\{c(\d[\d,]{0,20})::|\}\}/gu;
/** Anki ignores further ones. */
const MAX_DEPTH = 10;
const GAP = '____';

interface Deletion {
  readonly isAsked: boolean;
  said: string;
  hint: string;
}

/**
 * The text of a field with deletions, which may be nested. On the question's side that of `number` is a gap, with its
 * hint; all others are shown. Null if the text has no deletion of that number.
 */
export function revealDeletions(text: string, { number, isQuestion }: { number: number; isQuestion: boolean }) {
  const open: Deletion[] = [];
  let shown = '';
  let isFound = false;
  let from = 0;
  function add(words: string): void {
    const inner = open.at(-1);
    if (inner) inner.said += words;
    else shown += words;
  }
  function addText(words: string): void {
    const inner = open.at(-1);
    const hint = inner ? words.indexOf('::') : -1;
    add(hint < 0 ? words : words.slice(0, hint));
    if (inner && hint >= 0) inner.hint = words.slice(hint + 2).trim();
  }
  for (const { 0: mark, 1: numbers, index } of text.matchAll(MARK)) {
    addText(text.slice(from, index));
    from = index + mark.length;
    if (numbers !== undefined) {
      if (open.length === MAX_DEPTH) continue;
      const isAsked = numbers.split(',').some((each) => Number(each) === number);
      isFound ||= isAsked;
      open.push({ isAsked, said: '', hint: '' });
      continue;
    }
    const closed = open.pop();
    if (!closed) add('}}');
    else if (closed.isAsked && isQuestion) add(closed.hint === '' ? GAP : `${GAP} (${closed.hint})`);
    else add(closed.said);
  }
  addText(text.slice(from));
  // One that is never closed is shown as it is meant.
  while (open.length > 0) add(open.pop()?.said ?? '');
  return isFound ? shown : null;
}
