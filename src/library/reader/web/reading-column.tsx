import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';

import { showAddress } from '#elements/web/address/address-question.tsx';
import { Button } from '#elements/web/button.tsx';
import { usePageActions } from '#elements/web/page/page-actions.ts';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import type { Highlight } from '../../highlights/protocol.ts';
import { HighlightDialog } from '../../highlights/web/highlight-dialog.tsx';
import { wordsOfHighlight } from '../../highlights/web/highlight-look.tsx';
import type { SourceDetail } from '../../sources/protocol.ts';
import { useReading } from '../../sources/web/list/use-reading.ts';
import { overviewQuery } from '../../sources/web/queries.ts';
import { leftOutWords } from '../../storage/domain/left-out.ts';
import type { HighlightColor, Passage } from '../../storage/protocol.ts';
import { sourceLine } from '../../storage/web/source-words.ts';
import { blockAt, type ReadingBlock } from '../domain/reading-blocks.ts';
import { SourceAround } from './around/source-around.tsx';
import { FindBar } from './find-bar.tsx';
import { SourceHighlights } from './highlights/source-highlights.tsx';
import { usualColor, useHighlights } from './highlights/use-highlights.ts';
import { SelectionTools } from './selection/selection-tools.tsx';
import { useSelectedRange } from './selection/use-selected-range.ts';
import { SourceActions } from './source-actions.tsx';
import type { MarkedRange } from './text/mark-ranges.ts';
import { SourceText } from './text/source-text.tsx';
import { TextBlocks, type TextBlocksHandle } from './text/text-blocks.tsx';
import { useFind } from './use-find.ts';
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

/** The heading, the text, and the sections around it. */
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
  const marking = useHighlights(source);
  const { highlights } = marking;
  const shown = useRef<HTMLDivElement>(null);
  const selection = useSelectedRange({
    content,
    from: beginsWithTitle(source) ? content.search(/\n|$/) : 0,
    blocks,
    text,
    shown,
  });
  usePassageActionsLoaded();
  const { selected } = selection;
  const byKeys = selected?.by === 'keys' ? selected : null;
  const [editing, setEditing] = useState<Highlight | (TextRange & { readonly isNew: true }) | null>(null);
  const marks = useMemo(
    (): readonly MarkedRange[] => [
      ...(cited ? [{ start: cited.start, end: cited.end, look: 'cited' as const }] : []),
      ...highlights.flatMap(({ id, range: at, color }) => (at ? [{ ...at, look: color, highlight: id }] : [])),
      ...(byKeys ? [{ start: byKeys.start, end: byKeys.end, look: 'selected' as const }] : []),
      ...find.marks,
    ],
    [highlights, cited, byKeys, find.marks],
  );
  const toast = useToast();
  const highlight = (color: HighlightColor) => {
    if (!selected) return;
    selection.forget();
    marking.add(selected, color).catch((error: unknown) => toast({ text: messageOf(error) }));
  };
  const { open } = find;
  useReaderActions({
    find: open,
    selectSentence: selection.selectSentence,
    ...(selected && { highlight: () => highlight(usualColor()) }),
  });
  const openHighlight = ({ target }: MouseEvent) => {
    const id = target instanceof Element && target.closest<HTMLElement>('mark[data-highlight]')?.dataset['highlight'];
    const found = highlights.find((each) => each.id === id);
    if (found && document.getSelection()?.isCollapsed !== false) setEditing(found);
  };

  const isLong = content.length > LONG;
  const actions = (
    <SourceActions
      source={source}
      className={isLong ? 'my-5' : 'mt-8'}
      onEdit={onEdit}
      onFind={open}
      {...(onGone && { onGone })}
      {...(inPassage && { onUnmark: () => setDismissed(passage) })}
    />
  );
  return (
    <article
      ref={scroller}
      aria-labelledby="source-title"
      className="min-h-0 min-w-0 flex-1 scrolls px-4 pt-6 pb-16 [overflow-anchor:none] wide:px-8"
    >
      <SourceHeading source={source} />
      {find.isOpen && <FindBar {...find} />}
      <SourceState source={source} />
      <SourcePicture source={source} />
      {passage !== undefined && !cited && passage !== dismissed && (
        <p role="note" className="mb-4 border-l-2 border-warn pl-4 text-ink-soft">
          The passage that was cited is no longer in this source.
        </p>
      )}
      {isLong && actions}
      {/* The key handlers are for selection by keys. A highlight can also be opened from the list below. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={shown}
        tabIndex={-1}
        className={`say outline-none ${beginsWithTitle(source) ? HIDES_FIRST_HEADING : ''}`}
        dir="auto"
        onKeyDown={selection.onKeyDown}
        onClick={openHighlight}
      >
        <TextBlocks ref={text} content={content} blocks={blocks} scroller={scroller}>
          {(block) => (
            <div data-start={block.start} {...(block.start === 0 && { 'data-first': true })}>
              <SourceText content={content} block={block} marks={marks} links={links} />
            </div>
          )}
        </TextBlocks>
      </div>
      <output className="sr-only">{byKeys && content.slice(byKeys.start, byKeys.end)}</output>
      {selected && (
        <SelectionTools
          selected={selected}
          scroller={scroller}
          usual={usualColor()}
          sourceId={source.id}
          title={source.title}
          version={source.version}
          words={wordsOfHighlight(content.slice(selected.start, selected.end))}
          start={selected.start}
          end={selected.end}
          onHighlight={highlight}
          onNote={() => {
            const { start, end } = selected;
            const same = highlights.find(({ range: at }) => at?.start === start && at.end === end);
            setEditing(same ?? { start, end, isNew: true });
          }}
          onDone={selection.forget}
        />
      )}
      {actions}
      <SourceHighlights
        highlights={highlights}
        onShow={({ id, range: at }) => {
          if (at) text.current?.show(blockAt(blocks, at.start), `mark[data-highlight="${CSS.escape(id)}"]`);
        }}
        onChange={setEditing}
      />
      <SourceAround source={source} />
      {editing && (
        <HighlightDialog
          key={'id' in editing ? editing.id : 'new'}
          {...('id' in editing
            ? { ...editing, onRemove: () => marking.remove(editing.id) }
            : { quote: content.slice(editing.start, editing.end), color: usualColor(), note: '' })}
          onSave={async ({ color, note }) => {
            if ('id' in editing) await marking.change(editing.id, { color, note });
            else await marking.add(editing, color, note);
            selection.forget();
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </article>
  );
}

/**
 * Preloads the actions on selected words: their bar is placed by its width, so it must be known before the first
 * selection.
 */
function usePassageActionsLoaded(): void {
  const composition = usePageComposition();
  useEffect(() => {
    // An action that cannot be loaded shows the error itself.
    for (const { passageAction } of contributionsOf(composition)) passageAction?.preload().catch(() => undefined);
  }, [composition]);
}

/** In characters: about a screen. Longer texts also have the actions above them. */
const LONG = 2_500;

interface ReaderActions {
  readonly find: () => void;
  readonly selectSentence: () => void;
  /** Present while words are selected. */
  readonly highlight?: () => void;
}

/** The commands of the reader in the palette, with their keys. */
function useReaderActions(actions: ReaderActions): void {
  const now = useRef(actions);
  useEffect(() => {
    now.current = actions;
  });
  const { find } = actions;
  const hasWords = actions.highlight !== undefined;
  usePageActions(
    useMemo(
      () => [
        { label: 'Find in this source', keys: 'Alt+F', run: find },
        { label: 'Select a sentence', keys: 'Alt+S', run: () => now.current.selectSentence() },
        ...(hasWords
          ? [{ label: 'Highlight what is selected', keys: 'Alt+H', run: () => now.current.highlight?.() }]
          : []),
      ],
      [find, hasWords],
    ),
  );
}

/** Hides a heading visually and keeps its place for its anchor. */
const HIDES_FIRST_HEADING =
  '[&_[data-first]_.markdown>h2:first-child]:invisible [&_[data-first]_.markdown>h2:first-child]:h-0 [&_[data-first]_.markdown>h2:first-child]:overflow-hidden';

/** Reports whether the text begins with a heading that equals the title, which is already shown above it. */
function beginsWithTitle({ title, content }: SourceDetail): boolean {
  return /^\s*#\s+(.+)/.exec(content)?.[1]?.trim() === title.trim();
}

/** The original picture of a source. One that the browser cannot show can still be downloaded. */
function SourcePicture({ source: { id, title, file } }: { readonly source: SourceDetail }) {
  const [isShown, setShown] = useState(true);
  if (!isShown || !file?.mediaType.startsWith('image/')) return null;
  return (
    <img
      src={`/api/library/sources/${id}/file`}
      alt={title}
      className="mb-5 max-h-[80dvh] max-w-full rounded-small border border-line"
      onError={() => setShown(false)}
    />
  );
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

/** Shows what was left out of a source, that it is still being read or indexed, or why it could not be read. */
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

/** Scrolls to the cited passage when the citation changes. */
function usePassageShown({ cited, blocks, text }: ShownPassage): void {
  const start = cited?.start;
  const isThere = start !== undefined && start < (blocks.at(-1)?.end ?? 0);
  useEffect(() => {
    if (isThere) text.current?.show(blockAt(blocks, start), 'mark[data-look="cited"], mark[data-also~="cited"]');
    // oxlint-disable-next-line react/exhaustive-deps
  }, [start, isThere]);
}
