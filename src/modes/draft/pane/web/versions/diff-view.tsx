import { Fragment, useMemo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { InlineSelect } from '#elements/web/inline-select.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { DraftVersion, VersionHead } from '../../../protocol.ts';
import { changedWords, type DiffParagraph } from '../../domain/diff-paragraphs.ts';
import { DraftParagraph } from '../text/draft-paragraph.tsx';

interface DiffViewProps {
  readonly before: Pick<DraftVersion, 'number' | 'title'>;
  readonly after: Pick<DraftVersion, 'number' | 'title'>;
  readonly paragraphs: readonly DiffParagraph[];
  readonly versions: readonly VersionHead[];
  readonly onCompare: (number: number) => void;
  readonly onDismiss: () => void;
}

/** The differences of two versions: sentences, and words inside them. */
export function DiffView({ before, after, paragraphs, versions, onCompare, onDismiss }: DiffViewProps) {
  const { added, removed } = useMemo(() => changedWords(paragraphs), [paragraphs]);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-l-2 border-accent pl-3 text-sm text-ink-soft">
        <span className="flex items-center">
          What changed since version
          <InlineSelect
            label="Compare with version"
            value={before.number}
            onChange={({ target }) => onCompare(Number(target.value))}
            className="text-sm text-ink tabular-nums"
          >
            {versions
              .filter(({ number }) => number !== after.number)
              .map(({ number, name }) => (
                <option key={number} value={number}>{`${String(number)}${name === null ? '' : ` (${name})`}`}</option>
              ))}
          </InlineSelect>
        </span>
        <span className="text-xs text-ink-faint tabular-nums">
          {added + removed === 0 ? 'No word differs.' : `${count(added, 'word')} added, ${String(removed)} removed.`}
        </span>
        <Button className="ml-auto min-h-[28px] px-2.5 py-0.5" onClick={onDismiss}>
          Show the text
        </Button>
      </div>
      {before.title !== after.title && (
        <p dir="auto" className="mb-3 font-serif text-lg font-semibold">
          <del className={REMOVED}>{before.title}</del> <ins className={ADDED}>{after.title}</ins>
        </p>
      )}
      <div className="say" dir="auto">
        {paragraphs.map(({ isSame, parts }, index) =>
          isSame ? (
            // The paragraphs of a comparison never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <DraftParagraph key={index} text={parts.map(({ text }) => text).join('')} firstMark={null} />
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index} className="[&]:whitespace-pre-wrap">
              {parts.map(({ kind, text }, at) => {
                const words = <WithMarks text={at === parts.length - 1 ? text.trimEnd() : text} />;
                // oxlint-disable react/no-array-index-key
                if (kind === 'removed')
                  return (
                    <del key={at} className={REMOVED}>
                      {words}
                    </del>
                  );
                if (kind === 'added')
                  return (
                    <ins key={at} className={ADDED}>
                      {words}
                    </ins>
                  );
                return <span key={at}>{words}</span>;
                // oxlint-enable react/no-array-index-key
              })}
            </p>
          ),
        )}
      </div>
    </>
  );
}

/** Words with the numbers of their marks. */
function WithMarks({ text }: { readonly text: string }) {
  return text.split(MARK).map((piece, index) => {
    // Every second piece is the number of a mark. Pieces never change places.
    // oxlint-disable react/no-array-index-key
    if (index % 2 === 0) return <Fragment key={index}>{piece}</Fragment>;
    return (
      <sup key={index} className="mx-0.5 font-sans text-[11px]">
        {piece}
      </sup>
    );
    // oxlint-enable react/no-array-index-key
  });
}

const MARK = /\[\^(\d{1,6})\]/gu;
const REMOVED = 'text-ink-faint line-through';
/** Words that replace others keep a distance from them. */
const ADDED = 'bg-(--good-soft) no-underline [del+&]:ml-[0.2em]';
