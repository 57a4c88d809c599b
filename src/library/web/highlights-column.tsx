import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { useSettled } from '#elements/web/use-settled.ts';
import { messageOf } from '#http-client/web/api.ts';

import type { ListedHighlight } from '../highlights/protocol.ts';
import { COLOR_NAMES, HighlightSwatch, wordsOfHighlight } from '../highlights/web/highlight-look.tsx';
import { highlightsQuery } from '../highlights/web/queries.ts';
import { SearchField } from '../search/web/search-field.tsx';
import { useLibraryPlace } from '../sources/web/place/use-library-place.ts';
import { SOURCE_PATH } from '../storage/web/use-open-source.ts';

/** Pause in typing, in ms, before the search. */
const REST_MS = 150;

interface HighlightsColumnProps {
  readonly sourceId: string | undefined;
  readonly className: string;
}

/** All highlights, newest first, with a search field. */
export function HighlightsColumn({ sourceId, className }: HighlightsColumnProps) {
  const { place, go } = useLibraryPlace();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState(place.words);
  const settled = useSettled(words.trim(), REST_MS);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...highlightsQuery(settled),
    placeholderData: (before) => before,
  });
  const highlights = data?.pages.flatMap((page) => page.highlights) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <section aria-label="Highlights" className={className}>
      <div className="flex-none px-4 pt-3.5 pb-2 wide:px-5">
        <Button
          look="quiet"
          className="mb-2 -ml-3 @min-[620px]:hidden"
          aria-label="Filters: Highlights"
          onClick={() => go({ showsFilters: true })}
        >
          <Icon of={ListFilter} />
          Highlights
        </Button>
        <SearchField
          words={words}
          place="highlights"
          field={field}
          onChange={setWords}
          onLeave={() => list.current?.querySelector('a')?.focus()}
        />
        <div className="mt-1.5 flex min-h-[34px] items-center justify-between gap-2">
          <output className="text-xs text-ink-faint tabular-nums">{data && `${count(total, 'highlight')}.`}</output>
          {highlights.length > 0 && <CopyAll highlights={highlights} />}
        </div>
      </div>
      <div className="min-h-0 flex-1 scrolls">
        {error && !data && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
        {!error && !data && <QuietLoading />}
        {data && highlights.length === 0 && (
          <div className="border-t border-line px-4 wide:px-5">
            <EmptyState>
              {settled === ''
                ? 'Nothing is highlighted yet. Select words in a source, or press Alt-S in it, to mark what matters.'
                : 'No highlight has these words.'}
            </EmptyState>
          </div>
        )}
        <ul ref={list} className="border-b border-line">
          {highlights.map((highlight) => (
            <HighlightRow key={highlight.id} highlight={highlight} isOpen={highlight.sourceId === sourceId} />
          ))}
        </ul>
        {hasNextPage && (
          <div className="px-4 py-3 wide:px-5">
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** A highlight: its words, its note and its source. The whole row opens it. */
function HighlightRow({ highlight, isOpen }: { readonly highlight: ListedHighlight; readonly isOpen: boolean }) {
  const { sourceId, sourceTitle, quote, color, note, passage } = highlight;
  return (
    <li
      className={`relative flex gap-2.5 border-t border-line px-4 py-3 wide:px-5 ${isOpen ? 'bg-raised' : 'hover:bg-sunken'}`}
    >
      <HighlightSwatch color={color} />
      <div className="min-w-0 flex-1">
        <Link
          to={SOURCE_PATH}
          params={{ sourceId }}
          search
          {...(passage !== null && { hash: `p${passage}` })}
          dir="auto"
          className="line-clamp-3 text-left text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          <span className="sr-only">{`${COLOR_NAMES[color]}: `}</span>
          {wordsOfHighlight(quote)}
        </Link>
        {note !== '' && (
          <p dir="auto" className="mt-1 line-clamp-3 text-left text-sm font-medium [overflow-wrap:anywhere]">
            {note}
          </p>
        )}
        <p dir="auto" className="mt-1 truncate text-xs text-ink-faint">
          {sourceTitle}
          {highlight.range === null && ', no longer in the text'}
        </p>
      </div>
    </li>
  );
}

function CopyAll({ highlights }: { readonly highlights: readonly ListedHighlight[] }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asMarkdown(highlights));
      toast({ text: `Copied ${count(highlights.length, 'highlight')}` });
    } catch {
      toast({ text: 'The browser does not allow copying here.' });
    }
  };
  return (
    <Button look="quiet" className="-mr-3" onClick={() => void copy()}>
      Copy
    </Button>
  );
}

function asMarkdown(highlights: readonly ListedHighlight[]): string {
  return [...Map.groupBy(highlights, ({ sourceId }) => sourceId).values()]
    .map((ofSource) =>
      [
        `## ${ofSource[0]?.sourceTitle ?? ''}`,
        ...ofSource.map(({ quote, note }) => [`> ${wordsOfHighlight(quote)}`, note].filter(Boolean).join('\n\n')),
      ].join('\n\n'),
    )
    .join('\n\n');
}
