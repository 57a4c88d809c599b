import { ListFilter } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { usePageActions } from '#elements/web/page/page-actions.ts';

import { openFolderImport } from '../capture/web/capture-opening.ts';
import { SearchField } from '../search/web/search-field.tsx';
import type { LibraryOverview } from '../sources/protocol.ts';
import { filterName } from '../sources/web/filters/filter-names.ts';
import { type SourceListHandle, SourceList } from '../sources/web/list/source-list.tsx';
import { useListed } from '../sources/web/list/use-listed.ts';
import { useLibraryPlace } from '../sources/web/place/use-library-place.ts';
import { SelectionBar } from '../sources/web/selection/selection-bar.tsx';
import { useSourceChanges } from '../sources/web/use-source-changes.ts';
import { ListLine } from './list-line.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { useSearchAgain } from './use-search-again.ts';
import { useSelection } from './use-selection.ts';
import { useTypedWords } from './use-typed-words.ts';

interface ListColumnProps {
  readonly sourceId: string | undefined;
  readonly overview: LibraryOverview | undefined;
  readonly className: string;
}

/** The search over the list, and the list itself. */
export function ListColumn({ sourceId, overview, className }: ListColumnProps) {
  const { place, go } = useLibraryPlace();
  const { filter } = place;
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<SourceListHandle>(null);
  const [isInUse, setInUse] = useState(false);
  const { words, type } = useTypedWords(place.words, go);
  const listed = useListed({ filter, words: words.trim(), isInUse });
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
            <ListLine listed={listed} filter={filter} words={words.trim()} overview={overview} />
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
        <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-4 wide:px-5">
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
