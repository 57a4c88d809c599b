import type { CodeToken } from '#text/domain/code-tokens.ts';
import type { TextRange } from '#text/domain/text-range.ts';

const COLORS: Readonly<Record<CodeToken['kind'], string>> = {
  comment: 'text-ink-soft italic',
  string: 'text-(--code-string)',
  number: 'text-(--code-string)',
  reserved: 'text-accent-text font-medium',
};

interface CodeTextProps {
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  /** The parts to mark, in ascending order. */
  readonly marks?: readonly TextRange[];
  readonly markClass?: string;
}

/** A line of code with its colours. */
export function CodeText({ text, tokens, marks = [], markClass = '' }: CodeTextProps) {
  if (tokens.length === 0 && marks.length === 0) return text;
  const ends = [...tokens, ...marks].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([0, ...ends, text.length])].toSorted((one, other) => one - other);
  return cuts.slice(0, -1).map((start, index) => {
    const contains = ({ start: from, end }: TextRange) => from <= start && start < end;
    const token = tokens.find(contains);
    const isMarked = marks.some(contains);
    const words = text.slice(start, cuts[index + 1]);
    if (!token && !isMarked) return words;
    const classes = `${token ? COLORS[token.kind] : ''} ${isMarked ? markClass : ''}`;
    return (
      <span key={start} className={classes}>
        {words}
      </span>
    );
  });
}
