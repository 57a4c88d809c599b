import { Pencil } from 'lucide-react';
import { useMemo, useRef } from 'react';

import type { ChangeTarget } from '../../../protocol.ts';
import { marksOf } from '../../../text/domain/citations/marks.ts';
import { paragraphsOf } from '../../../text/domain/paragraphs.ts';
import type { Annotations } from '../../domain/annotate.ts';
import type { Flag } from '../../domain/flags.ts';
import { DraftParagraph } from './draft-paragraph.tsx';
import { useSelectedRange } from './use-selected-range.ts';

type Range = Pick<ChangeTarget, 'start' | 'end'>;

interface DraftTextProps {
  /** Markdown with citation marks. */
  readonly text: string;
  readonly flags?: readonly Flag[];
  /** More text is expected. */
  readonly isStreaming?: boolean;
  /** The part that the next message asks to change. */
  readonly chosen?: Range | null;
  /** Absent if no part can be chosen. */
  readonly onChoose?: (range: Range) => void;
}

const NO_FLAGS: readonly Flag[] = [];

/** The text of a draft, paragraph by paragraph: while it streams, only the last one is rendered again. */
export function DraftText({ text, flags = NO_FLAGS, isStreaming = false, chosen = null, onChoose }: DraftTextProps) {
  const paragraphs = useMemo(() => shownParagraphs(text, flags), [text, flags]);
  const root = useRef<HTMLDivElement>(null);
  useSelectedRange(root, onChoose);
  return (
    <div ref={root} className="say" dir="auto">
      {paragraphs.map(({ start, end, firstMark, annotations }, index) => {
        const isLast = index === paragraphs.length - 1;
        const isChosen = chosen !== null && start < chosen.end && end > chosen.start;
        return (
          // A text grows only at its end, so the index of a paragraph is stable.
          // oxlint-disable-next-line react/no-array-index-key
          <div
            key={index}
            data-start={start}
            data-end={end}
            data-chosen={isChosen || undefined}
            className={`group/paragraph relative before:absolute before:inset-y-0 before:-left-4 before:w-0.5 before:content-none data-chosen:before:bg-accent data-chosen:before:content-[''] ${
              isStreaming && !isLast ? '[contain-intrinsic-size:auto_4em] [content-visibility:auto]' : ''
            }`}
          >
            <DraftParagraph
              text={text.slice(start, end)}
              firstMark={firstMark}
              annotations={annotations}
              isStreaming={isStreaming && isLast}
            />
            {onChoose && (
              <button
                type="button"
                aria-label="Change this paragraph only"
                title="Change this paragraph only"
                onClick={() => onChoose({ start, end })}
                className="absolute top-0 -left-6 flex size-6 items-center justify-center rounded-small text-ink-faint opacity-0 group-hover/paragraph:opacity-100 hover:bg-raised hover:text-ink focus-visible:opacity-100 wide:-left-9"
              >
                <Pencil size={14} strokeWidth={1.6} aria-hidden="true" />
              </button>
            )}
          </div>
        );
      })}
      {isStreaming && paragraphs.length === 0 && (
        <p>
          <span className="caret" aria-hidden="true" />
        </p>
      )}
    </div>
  );
}

interface ShownParagraph extends Range {
  readonly firstMark: number;
  readonly annotations: string;
}

function shownParagraphs(text: string, flags: readonly Flag[]): readonly ShownParagraph[] {
  const marks = marksOf(text);
  let firstMark = 0;
  return paragraphsOf(text).map(({ start, end }) => {
    while ((marks[firstMark]?.at ?? Infinity) < start) firstMark += 1;
    let free = start;
    const within: Annotations['flags'] = flags.flatMap((flag, index) => {
      if (flag.start >= end || flag.end <= start) return [];
      const from = Math.max(flag.start, free);
      const to = Math.min(flag.end, end);
      free = Math.max(free, to);
      return from < to ? [{ start: from - start, end: to - start, index }] : [];
    });
    return { start, end, firstMark, annotations: JSON.stringify({ flags: within }) };
  });
}
