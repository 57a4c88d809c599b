import { memo, useMemo } from 'react';

import { CodeText } from '#elements/web/text/code-text.tsx';
import type { CodeToken } from '#text/domain/code-tokens.ts';

import { changedWords } from '../../domain/changed-words.ts';
import type { ShownLine } from '../../domain/shown-hunks.ts';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;
const LOOKS = { same: '', removed: 'bg-(--bad-soft)', added: 'bg-(--good-soft)' } as const;
const MARKS = {
  removed: 'rounded-[2px] bg-[color-mix(in_oklab,var(--bad)_15%,transparent)] underline decoration-(--bad)',
  added: 'rounded-[2px] bg-[color-mix(in_oklab,var(--good)_15%,transparent)] underline decoration-(--good)',
} as const;
const KINDS = { same: '', removed: ', removed', added: ', added' } as const;
const NONE: readonly never[] = [];

interface DiffLineProps {
  readonly shown: ShownLine;
  readonly tokens: readonly CodeToken[];
  readonly isChosen: boolean;
  /** The line that Tab reaches. */
  readonly isCurrent: boolean;
  readonly canComment: boolean;
}

/** One line of a diff. A sign carries the same meaning as the colour. */
export const DiffLine = memo(function DiffLine({
  shown: { line, at, pair },
  tokens,
  isChosen,
  isCurrent,
  canComment,
}: DiffLineProps) {
  const { kind, text } = line;
  const marks = useMemo(() => (pair ? changedWords(text, pair.text) : NONE), [text, pair]);
  const number = line.new ?? line.old ?? '';
  return (
    <div
      data-line={at}
      className={`grid h-full grid-cols-[3.25rem_1.25rem_minmax(0,1fr)] ${line.conflict === 'marker' ? 'bg-warn-soft' : LOOKS[kind]} ${isChosen ? 'shadow-[inset_3px_0_var(--accent)]' : ''}`}
    >
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`${canComment ? 'Comment on line' : 'Line'} ${number}${KINDS[kind]}`}
        className={`flex min-h-6 cursor-pointer -outline-offset-2 justify-end self-stretch pt-px pr-3 text-ink-soft select-none hover:bg-raised hover:text-ink hover:underline ${isChosen ? 'font-semibold' : ''}`}
      >
        {number}
      </button>
      <span className="pt-px select-none">{SIGNS[kind]}</span>
      <span className="min-w-0 pt-px pr-4 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4]">
        <CodeText text={text} tokens={tokens} marks={marks} markClass={kind === 'same' ? '' : MARKS[kind]} />
        <Remark shown={{ line, at, pair }} />
      </span>
    </div>
  );
});

/** Describes differences that are invisible in the text. */
function Remark({ shown: { line, pair } }: { readonly shown: ShownLine }) {
  const words = [
    line.isCut && 'the line goes on',
    pair?.text === line.text && line.hasReturn && !pair.hasReturn && 'ends with a carriage return',
    pair?.text === line.text && !line.hasReturn && pair.hasReturn && 'ends without a carriage return',
    line.hasNoEnd && 'no line feed at the end',
  ].filter(Boolean);
  if (words.length === 0) return null;
  return <span className="ml-2 font-sans text-xs text-ink-soft italic select-none">{words.join(', ')}</span>;
}
