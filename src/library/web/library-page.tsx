import { useQuery } from '@tanstack/react-query';

import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { SourceReader } from '../reader/web/source-reader.tsx';
import { FilterColumn } from '../sources/web/filters/filter-column.tsx';
import { filterName } from '../sources/web/filters/filter-names.ts';
import { useLibraryPlace } from '../sources/web/place/use-library-place.ts';
import { overviewQuery } from '../sources/web/queries.ts';
import { BackBar } from './back-bar.tsx';
import { columnClasses } from './column-classes.ts';
import { DropPlace } from './drop-place.tsx';
import { LibraryHeader } from './library-header.tsx';
import { ListColumn } from './list-column.tsx';
import { NothingOpen } from './nothing-open.tsx';
import { useVisibleFocus } from './use-visible-focus.ts';

/**
 * Everything that the person keeps: filters, list and reader side by side where there is room, otherwise one column at a
 * time.
 */
export function LibraryPage({ sourceId }: { readonly sourceId?: string }) {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  const { place, go } = useLibraryPlace();
  const classes = columnClasses({ showsFilters: place.showsFilters, hasSource: sourceId !== undefined });
  const name = filterName(place.filter, overview);
  const reader = useVisibleFocus(sourceId);
  const close = () => go({ showsFilters: false }, { closes: true });
  return (
    <DropPlace filter={place.filter}>
      <LibraryHeader overview={overview} filter={place.filter} className={classes.header} />
      <div className={classes.grid}>
        <div className={classes.filters}>
          <BackBar label={name} className="@min-[620px]:hidden" onBack={() => go({ showsFilters: false })} />
          {overview && <FilterColumn overview={overview} current={place} />}
          {error && !overview && (
            <div className="px-4">
              <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
            </div>
          )}
        </div>
        <ListColumn
          key={JSON.stringify(place.filter)}
          sourceId={sourceId}
          overview={overview}
          className={classes.list}
        />
        <section ref={reader} tabIndex={-1} aria-label="Reader" className={classes.reader}>
          {sourceId === undefined ? (
            overview && overview.counts.all > 0 && <NothingOpen />
          ) : (
            <>
              <BackBar label={place.words === '' ? name : 'Found'} className="@min-[960px]:hidden" onBack={close} />
              <SourceReader sourceId={sourceId} onGone={close} />
            </>
          )}
        </section>
      </div>
    </DropPlace>
  );
}
