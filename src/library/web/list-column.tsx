import { useQueryClient } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { InlineSelect } from '#elements/web/inline-select.tsx';
import { usePageActions } from '#elements/web/page/page-actions.ts';
import { count } from '#elements/web/text/figures.ts';

import { openFolderImport } from '../capture/web/capture-opening.ts';
import type { SearchAnswer } from '../search/protocol.ts';
import { SEARCH_KEY } from '../search/web/queries.ts';
import { SearchField } from '../search/web/search-field.tsx';
import { foundLine, waitingLine } from '../search/web/search-words.ts';
import type { LibraryOverview } from '../sources/protocol.ts';
import { filterName } from '../sources/web/filters/filter-names.ts';
import { SourceList, type SourceListHandle } from '../sources/web/list/source-list.tsx';
import { type Listed, useListed } from '../sources/web/list/use-listed.ts';
import { type LibraryPlace, SORTS } from '../sources/web/place/library-place.ts';
import { useLibraryPlace } from '../sources/web/place/use-library-place.ts';
import { SelectionBar } from '../sources/web/selection/selection-bar.tsx';
import { useSourceChanges } from '../sources/web/use-source-changes.ts';
import type { SourceFilter, SourceSort } from '../storage/protocol.ts';
import { NothingListed } from './nothing-listed.tsx';
import { useSelection } from './use-selection.ts';

interface ListColumnProps {
  readonly sourceId: string | undefined;
  readonly overview: LibraryOverview | undefined;
  readonly className: string;
}

export function ListColumn({ sourceId, overview, className }: ListColumnProps) {
  const { place, go } = useLibraryPlace();
  const { filter } = place;
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<SourceListHandle>(null);
  const [isInUse, setInUse] = useState(false);
  const { words, type } = useTypedWords(place.words, go);
  const listed = useListed({ filter, sort: place.sort, words: words.trim(), isInUse });
  const { rows = [] } = listed;
  useSearchAgain(overview?.meaning);
  const selection = useSelection(rows, listed.first);
  const { remove } = useSourceChanges();
  const name = filterName(filter, overview);
  const closeIfGone = (ids: readonly string[]) => {
    if (sourceId !== undefined && ids.includes(sourceId)) go({}, { closes: true });
  };
  const removeOne = async (id: string) => {
    const ids = selection.selected.length > 0 ? selection.selected.map((source) => source.id) : [id];
    const title = rows.find(({ source }) => source.id === ids[0])?.source.title ?? '';
    const words_ = ids.length === 1 ? `Deleted “${title}”` : `Deleted ${ids.length} sources`;
    if (!(await remove(ids, words_))) return;
    closeIfGone(ids);
    selection.clear();
  };
  usePageActions(
    useMemo(
      () => [
        { label: 'Search the library', run: () => field.current?.focus() },
        { label: 'Import a folder', run: openFolderImport },
      ],
      [],
    ),
  );
  return (
    <section aria-label="List" className={className}>
      <div className="flex-none px-4 pt-3.5 pb-2 wide:px-5 short:pt-1.5 short:pb-1">
        <div className="short:flex short:items-center short:gap-2">
          <Button
            look="quiet"
            className="mb-2 -ml-3 max-w-full @min-[620px]:hidden short:mb-0 short:max-w-[40%]"
            aria-label={`Filters: ${name}`}
            onClick={() => go({ showsFilters: true })}
          >
            <Icon of={ListFilter} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </Button>
          <div className="short:min-w-0 short:flex-1">
            <SearchField
              words={words}
              place={name === 'Everything' ? 'everything' : name}
              field={field}
              onChange={(next) => {
                setInUse(false);
                type(next);
              }}
              onLeave={() => list.current?.focus()}
            />
          </div>
        </div>
        <div className="mt-1.5 flex min-h-[34px] flex-col justify-center short:mt-1 short:min-h-0">
          {selection.selected.length > 0 ? (
            <SelectionBar selected={selection.selected} onClear={selection.clear} onGone={closeIfGone} />
          ) : (
            <div className="flex items-center justify-between gap-2">
              <div className="min-w-0">
                <ListLine listed={listed} filter={filter} words={words.trim()} overview={overview} />
              </div>
              {words.trim() === '' && rows.length > 1 && (
                <InlineSelect
                  label="Order"
                  className="flex-none"
                  value={place.sort}
                  onChange={(event) => go({ sort: event.target.value as SourceSort })}
                >
                  {SORTS.map((sort) => (
                    <option key={sort} value={sort}>
                      {SORT_NAMES[sort]}
                    </option>
                  ))}
                </InlineSelect>
              )}
            </div>
          )}
        </div>
      </div>
      {rows.length > 0 ? (
        <SourceList
          handle={list}
          rows={rows}
          buckets={overview?.buckets ?? []}
          openId={sourceId}
          selected={selection.ids}
          onSelect={selection.select}
          onSelectAll={selection.selectAll}
          onClear={selection.clear}
          onDelete={(id) => void removeOne(id)}
          onMore={listed.more}
          onUse={() => setInUse(true)}
        />
      ) : (
        <div className="min-h-0 flex-1 scrolls border-t border-line px-4 wide:px-5">
          <NothingListed
            listed={listed}
            filter={filter}
            words={words.trim()}
            overview={overview}
            onSearchAll={() => go({ filter: {} })}
          />
        </div>
      )}
    </section>
  );
}

const SORT_NAMES: Readonly<Record<SourceSort, string>> = {
  newest: 'Newest first',
  title: 'By title',
  cited: 'Most cited',
};

interface ListLineProps {
  readonly listed: Listed;
  readonly filter: SourceFilter;
  readonly words: string;
  readonly overview: LibraryOverview | undefined;
}

/** The number of listed sources, or the number of results and which arms of search were used. */
function ListLine({ listed, filter, words, overview }: ListLineProps) {
  const { answer, rows, total, isCurrent } = listed;
  const waiting = waitingLine(overview?.meaning.waitingSources ?? 0);
  const failed = answer && problemOf(answer, overview);
  const description = overview?.buckets.find(({ id }) => id === filter.bucket)?.description ?? '';
  const found = answer && isCurrent && foundLine(answer);
  const listedLine = rows && rows.length > 0 && words === '' && `${count(total, 'source')}.`;
  return (
    <>
      <output className="block text-xs text-ink-faint tabular-nums">
        {[found, listedLine, words === '' && description, rows && waiting].filter(Boolean).join(' ')}
      </output>
      {failed && (
        <p role="note" className="mt-1 border-l-2 border-warn pl-2 text-xs text-ink-soft">
          {`Searched by words alone. ${failed.message} ${failed.remedy}`}
        </p>
      )}
    </>
  );
}

/** The reason why an answer is by words alone: the query could not be embedded, or no source has vectors yet. */
function problemOf({ meaning }: SearchAnswer, overview: LibraryOverview | undefined) {
  if (meaning.state === 'failed') return meaning.problem;
  return overview?.meaning.model === null ? overview.meaning.problem : null;
}

/**
 * Searches again when all new sources are indexed; until then an answer remains as it is. A page can miss the short
 * time in which something waits, so this compares the number of indexed passages and the model.
 */
function useSearchAgain(meaning: LibraryOverview['meaning'] | undefined): void {
  const queries = useQueryClient();
  const before = useRef<string>(undefined);
  const state = meaning && (meaning.waitingSources > 0 ? 'waiting' : `${meaning.model} ${meaning.done}`);
  useEffect(() => {
    if (state === undefined || state === before.current) return;
    if (before.current !== undefined && state !== 'waiting') void queries.invalidateQueries({ queryKey: [SEARCH_KEY] });
    before.current = state;
  }, [queries, state]);
}

/** Pause in typing, in ms, after which the address is updated. */
const REST_MS = 300;

interface TypedWords {
  /** The text of the field. */
  readonly words: string;
  readonly type: (words: string) => void;
}

/**
 * The words of the search. The address follows them in one step, so that Back leads from a search to the list rather
 * than through every letter. The words follow the address when it changes otherwise.
 */
function useTypedWords(
  inAddress: string,
  go: (change: Partial<LibraryPlace>, step?: { readonly replace: boolean }) => void,
): TypedWords {
  const [words, setWords] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    setWords(inAddress);
  }
  const typed = useRef<string | null>(null);
  useEffect(() => {
    if (typed.current === null || words === inAddress) return undefined;
    const timer = setTimeout(() => {
      typed.current = null;
      go({ words }, { replace: inAddress !== '' });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [words, inAddress, go]);
  return {
    words,
    type: (next) => {
      typed.current = next;
      setWords(next);
    },
  };
}
