import type { BrokenLine } from '../../protocol.ts';

interface BrokenLinesProps {
  readonly broken: readonly BrokenLine[];
  /** Total number of lines; `broken` has only the first ones. */
  readonly total: number;
  readonly words: string;
  readonly unit?: 'line' | 'card' | 'note';
}

const UNITS = { line: 'Line', card: 'Card', note: 'Note' };
const MAX_SHOWN = 100;

/** Lines of a text that do not become a point, with reasons. */
export function BrokenLines({ broken, total, words, unit = 'line' }: BrokenLinesProps) {
  const shown = broken.slice(0, MAX_SHOWN);
  return (
    <>
      <p className="mt-2 font-medium">{words}</p>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label="Broken lines" className="mt-1 max-h-[20dvh] overflow-y-auto">
        {shown.map(({ line, text, message }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line with several deletions is there several times
          <li key={index} className="border-t border-line py-1.5">
            <span className="text-bad">{line === 0 ? message : `${UNITS[unit]} ${line}: ${message}`}</span>
            <span dir="auto" className="block truncate text-ink-faint">
              {text}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && <p className="mt-1 text-ink-faint">{`And ${total - shown.length} more.`}</p>}
    </>
  );
}
