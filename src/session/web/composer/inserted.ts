/**
 * Replaces the selection in a text, with spaces around the added words where they are missing. At the end of the text a
 * trailing space stays.
 */
export function inserted(text: string, added: string, [from, to]: readonly [number, number]): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const words = added.trim();
  if (words === '') return text;
  const left = before === '' || /\s$/u.test(before) ? '' : ' ';
  const end = /\s$/u.test(added) ? ' ' : '';
  const right = after === '' ? end : /^[\s.,;:!?)\]]/u.test(after) ? '' : ' ';
  return `${before}${left}${words}${right}${after}`;
}
