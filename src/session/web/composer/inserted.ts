/** A text with another put in the place of a selection: words stay apart, and nothing is doubled. */
export function inserted(text: string, added: string, [from, to]: readonly [number, number]): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const words = added.trim();
  if (words === '') return text;
  const left = before === '' || /\s$/u.test(before) ? '' : ' ';
  const right = after === '' || /^[\s.,;:!?)\]]/u.test(after) ? '' : ' ';
  return `${before}${left}${words}${right}${after}`;
}
