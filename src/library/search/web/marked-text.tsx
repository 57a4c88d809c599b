import type { SearchHit } from '../protocol.ts';

export function MarkedText({ snippet: { text, marks } }: Pick<SearchHit, 'snippet'>) {
  return marksIn(text, marks).map(({ words, isMarked, start }) =>
    isMarked ? (
      <mark key={start} className="rounded-[3px] bg-accent-soft px-0.5 text-inherit">
        {words}
      </mark>
    ) : (
      words
    ),
  );
}

interface Part {
  readonly start: number;
  readonly words: string;
  readonly isMarked: boolean;
}

/** Splits a text into marked and unmarked parts. Marks that overlap or are outside the text are cut. */
export function marksIn(text: string, marks: SearchHit['snippet']['marks']): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end <= at) return;
    parts.push({ start: at, words: text.slice(at, end), isMarked });
    at = end;
  };
  for (const { start, end } of marks.toSorted((one, other) => one.start - other.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return parts;
}
