import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';

import { showAddress } from '#elements/web/address/address-question.tsx';
import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { usePageActions } from '#elements/web/page/page-actions.ts';
import { count, figure } from '#elements/web/text/figures.ts';

import type { SourceDetail } from '../../sources/protocol.ts';
import { useReading } from '../../sources/web/list/use-reading.ts';
import { overviewQuery } from '../../sources/web/queries.ts';
import { leftOutWords } from '../../storage/domain/left-out.ts';
import type { Passage } from '../../storage/protocol.ts';
import { sourceLine } from '../../storage/web/source-words.ts';
import { MAX_FOUND } from '../domain/find-in-text.ts';
import { blockAt, type ReadingBlock } from '../domain/reading-blocks.ts';
import { SourceAround } from './around/source-around.tsx';
import { SourceActions } from './source-actions.tsx';
import { SourceText } from './text/source-text.tsx';
import { TextBlocks, type TextBlocksHandle } from './text/text-blocks.tsx';
import { type Find, useFind } from './use-find.ts';
import { useReadingBlocks } from './use-reading-blocks.ts';

type Cited = Pick<Passage, 'start' | 'end'>;

interface ReadingColumnProps {
  readonly source: SourceDetail;
  readonly passage: number | undefined;
  /** The range to mark and scroll to instead of a passage, as UTF-16 offsets into the content. */
  readonly range?: Cited | undefined;
  readonly onEdit: () => void;
  readonly onGone?: () => void;
}

/** The heading, the text, and what stands around it. */
export function ReadingColumn({ source, passage, range, onEdit, onGone }: ReadingColumnProps) {
  const { content, passages } = source;
  const scroller = useRef<HTMLElement>(null);
  const text = useRef<TextBlocksHandle>(null);
  const blocks = useReadingBlocks(content, passages);
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
        <TextBlocks ref={text} content={content} blocks={blocks} scroller={scroller}>
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

/** The source's kind and title. */
function SourceHeading({ source }: { readonly source: SourceDetail }) {
  const { data: overview } = useQuery(overviewQuery);
  const [now] = useState(Date.now);
  const bucket = overview?.buckets.find(({ id }) => id === source.bucketId)?.name ?? null;
  return (
    <header className="mb-4">
      <p className="text-xs text-ink-faint">
        {`${sourceLine(source, bucket, now)}, ${count(source.words, 'word')}`}
        {source.archivedAt !== null && ', archived'}
      </p>
      <h2
        id="source-title"
        dir="auto"
        className="mt-1.5 max-w-[40ch] font-serif text-xl leading-tight font-semibold [overflow-wrap:anywhere]"
      >
        {source.title}
      </h2>
      {source.url !== null && /^https?:/i.test(source.url) && (
        <a
          href={source.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={showAddress}
          className="mt-1.5 block truncate text-sm text-accent-text underline underline-offset-2"
        >
          {source.url}
        </a>
      )}
      {source.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-2 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {source.tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
    </header>
  );
}

/** What was left out of a source, that it is still being read or indexed, or why it could not be read. */
function SourceState({ source }: { readonly source: SourceDetail }) {
  const ask = useReading();
  const { id, state, progress, problem, leftOut } = source;
  if (state === 'read')
    return (
      <>
        {leftOut.length > 0 && (
          <p role="note" className="mb-4 text-sm text-ink-soft">
            {leftOutWords(leftOut)}
          </p>
        )}
        {progress && (
          <output className="mb-4 block text-sm text-ink-faint">
            {progress.done === null
              ? `Search does not find this: ${progress.words}`
              : 'This is being indexed. Until then search does not find it.'}
          </output>
        )}
      </>
    );
  if (state === 'waiting')
    return (
      <output className="mb-4 block">
        <div className="h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-accent" style={{ width: `${(progress?.done ?? 0) * 100}%` }} />
        </div>
        <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-faint">
          {progress ? `Reading, ${progress.words}` : 'Waiting to be read'}
          <Button look="quiet" onClick={() => ask(id, 'cancel')}>
            Cancel
          </Button>
        </p>
      </output>
    );
  return (
    <div role="note" className="mb-4 border-l-2 border-warn pl-4">
      <p>{problem?.message ?? 'Reading was cancelled.'}</p>
      {problem && <p className="text-ink-soft">{problem.remedy}</p>}
      <Button className="mt-2" onClick={() => ask(id, 'read-again')}>
        Read again
      </Button>
    </div>
  );
}

interface ShownPassage {
  readonly cited: Pick<Passage, 'start' | 'end'> | undefined;
  readonly blocks: readonly ReadingBlock[];
  readonly text: RefObject<TextBlocksHandle | null>;
}

/** Scrolls to the cited passage when another one is cited. */
function usePassageShown({ cited, blocks, text }: ShownPassage): void {
  const start = cited?.start;
  const isThere = start !== undefined && start < (blocks.at(-1)?.end ?? 0);
  useEffect(() => {
    if (isThere) text.current?.show(blockAt(blocks, start), 'mark[data-look="cited"]');
    // oxlint-disable-next-line react/exhaustive-deps
  }, [start, isThere]);
}

type FindBarProps = Pick<Find, 'words' | 'found' | 'current' | 'search' | 'step' | 'close'>;

/** The field to find words in the source. Enter goes on, Shift-Enter back, Escape closes. */
function FindBar({ words, found, current, search, step, close }: FindBarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="sticky -top-6 z-10 -mx-2 mb-4 flex items-center gap-1 border-b border-line bg-paper px-2 pt-2 pb-2">
      <input
        aria-label="Find in this source"
        placeholder="Find in this source"
        // Opened to be written in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        dir="auto"
        value={words}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-[34px] min-w-0 flex-1 rounded-small border border-line-strong bg-surface px-3 text-sm"
      />
      <output className="px-2 text-xs whitespace-nowrap text-ink-faint tabular-nums">
        {countWords(words, found.length, current)}
      </output>
      <IconButton label="Previous" disabled={found.length === 0} onClick={() => step(-1)}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label="Next" disabled={found.length === 0} onClick={() => step(1)}>
        <Icon of={ChevronDown} />
      </IconButton>
      <IconButton label="Close find" onClick={close}>
        <Icon of={X} />
      </IconButton>
    </search>
  );
}

function countWords(words: string, found: number, current: number): string {
  if (words.trim() === '') return '';
  if (found === 0) return 'Not found';
  return `${figure(current + 1)} of ${figure(found)}${found === MAX_FOUND ? ' or more' : ''}`;
}
