export interface MessageMarks {
  /** The quotes that were credited. */
  readonly quotes: readonly string[];
  /** The credited points, one line each. */
  readonly notes: readonly string[];
}

export interface Segment {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a text at its quotes, ignoring their case and white space. A quote that is not in the text is not marked. */
export function segments(text: string, quotes: readonly string[]): readonly Segment[] {
  const { folded, places } = fold(text);
  const isMarked = new Uint8Array(text.length);
  for (const quote of quotes) {
    const wanted = fold(quote).folded.trim();
    const found = wanted === '' ? -1 : folded.indexOf(wanted);
    if (found === -1) continue;
    const from = places[found] ?? 0;
    const last = places[found + wanted.length - 1] ?? from;
    isMarked.fill(1, from, last + 1);
  }
  const cut: Segment[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + 1;
    while (to < text.length && isMarked[to] === isMarked[from]) to += 1;
    cut.push({ text: text.slice(from, to), isMarked: isMarked[from] === 1 });
    from = to;
  }
  return cut;
}

/** The text in lower case with single spaces, and the original index of each of its UTF-16 units. */
function fold(text: string): { folded: string; places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const isSpace = /\s/u.test(character);
    const lower = isSpace ? ' ' : character.toLowerCase();
    if (!isSpace || !folded.endsWith(' ')) {
      folded += lower;
      for (let unit = 0; unit < lower.length; unit += 1) places.push(at + Math.min(unit, character.length - 1));
    }
    at += character.length;
  }
  return { folded, places };
}
