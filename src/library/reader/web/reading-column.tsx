import { useMemo, useRef, useState } from 'react';

import { usePageActions } from '#elements/web/page/page-actions.ts';

import type { SourceDetail } from '../../sources/protocol.ts';
import type { Passage } from '../../storage/protocol.ts';
import { readingBlocks } from '../domain/reading-blocks.ts';
import { SourceAround } from './around/source-around.tsx';
import { FindBar } from './find-bar.tsx';
import { SourceActions } from './source-actions.tsx';
import { SourceHeading } from './source-heading.tsx';
import { SourceState } from './source-state.tsx';
import { SourceText } from './text/source-text.tsx';
import { TextBlocks, type TextBlocksHandle } from './text/text-blocks.tsx';
import { useFind } from './use-find.ts';
import { usePassageShown } from './use-passage-shown.ts';

type Cited = Pick<Passage, 'start' | 'end'>;

interface ReadingColumnProps {
  readonly source: SourceDetail;
  readonly passage: number | undefined;
  /** What to mark and scroll to instead of a passage, as UTF-16 offsets into the content. */
  readonly range?: Cited | undefined;
  readonly onEdit: () => void;
  readonly onGone?: () => void;
}

/** The heading, the text, and what stands around it. */
export function ReadingColumn({ source, passage, range, onEdit, onGone }: ReadingColumnProps) {
  const { content, passages } = source;
  const scroller = useRef<HTMLElement>(null);
  const text = useRef<TextBlocksHandle>(null);
  const blocks = useMemo(() => readingBlocks(content, passages), [content, passages]);
  const links = useMemo(
    () => Object.fromEntries(source.links.map(({ text: target, sourceId }) => [target, sourceId])),
    [source.links],
  );
  const find = useFind({ content, blocks, text });
  const [dismissed, setDismissed] = useState<number | undefined>();
  const inPassage = passage === dismissed ? undefined : passages.find(({ number }) => number === passage);
  const cited = range ?? inPassage;
  usePassageShown({ cited, blocks, text });
  const marks = useMemo(
    () => [...(cited ? [{ start: cited.start, end: cited.end, look: 'cited' as const }] : []), ...find.marks],
    [cited, find.marks],
  );
  const { open } = find;
  usePageActions(useMemo(() => [{ label: 'Find in this source', keys: 'Alt+F', run: open }], [open]));

  return (
    <article
      ref={scroller}
      aria-labelledby="source-title"
      className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-6 pb-16 [overflow-anchor:none] wide:px-8"
    >
      <SourceHeading source={source} />
      {find.isOpen && <FindBar {...find} />}
      <SourceState source={source} />
      {passage !== undefined && !cited && passage !== dismissed && (
        <p role="note" className="mb-4 border-l-2 border-warn pl-4 text-ink-soft">
          The passage that was cited is no longer in this source.
        </p>
      )}
      <div className={`say ${beginsWithTitle(source) ? HIDES_FIRST_HEADING : ''}`} dir="auto">
        <TextBlocks ref={text} blocks={blocks} scroller={scroller}>
          {(block) => (
            <div {...(block.start === 0 && { 'data-first': true })}>
              <SourceText content={content} block={block} marks={marks} links={links} />
            </div>
          )}
        </TextBlocks>
      </div>
      <SourceActions
        source={source}
        onEdit={onEdit}
        onFind={open}
        {...(onGone && { onGone })}
        {...(inPassage && { onUnmark: () => setDismissed(passage) })}
      />
      <SourceAround source={source} />
    </article>
  );
}

/** Hides a heading, and keeps its place for the anchor in it. */
const HIDES_FIRST_HEADING =
  '[&_[data-first]_.markdown>h2:first-child]:invisible [&_[data-first]_.markdown>h2:first-child]:h-0 [&_[data-first]_.markdown>h2:first-child]:overflow-hidden';

/** The text begins with a heading that is the title: shown above it already. */
function beginsWithTitle({ title, content }: SourceDetail): boolean {
  return /^\s*#\s+(.+)/.exec(content)?.[1]?.trim() === title.trim();
}
