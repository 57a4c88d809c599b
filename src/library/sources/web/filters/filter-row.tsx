import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { figure } from '#elements/web/text/figures.ts';

import type { SourceFilter } from '../../../storage/protocol.ts';
import { NO_SOURCE, SOURCE_PATH } from '../../../storage/web/use-open-source.ts';
import { addressValues, isSameFilter } from '../place/library-place.ts';

export interface CurrentFilter {
  readonly filter: SourceFilter;
  /** The search goes on with another filter. */
  readonly words: string;
}

interface FilterRowProps {
  readonly filter: SourceFilter;
  readonly current: CurrentFilter;
  readonly count?: number;
  readonly mark?: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A filter of the list, with how many sources it shows at the right edge. */
export function FilterRow({ filter, current, count, mark, title, children }: FilterRowProps) {
  return (
    <li>
      <Link
        to={SOURCE_PATH}
        params={NO_SOURCE}
        search={addressValues({ filter, words: current.words, showsFilters: false })}
        aria-current={isSameFilter(filter, current.filter) ? 'page' : undefined}
        title={title}
        className="flex min-h-[34px] items-center gap-2.5 rounded-small px-2.5 py-1 text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-[550] aria-[current=page]:text-ink"
      >
        <span className="flex w-2 shrink-0 justify-center">{mark}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {children}
        </span>
        {count !== undefined && (
          <span className="text-xs font-normal text-ink-faint tabular-nums">{figure(count)}</span>
        )}
      </Link>
    </li>
  );
}

interface FilterGroupProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FilterGroup({ title, aside, children }: FilterGroupProps) {
  return (
    <section aria-label={title}>
      <div className="flex min-h-[34px] items-center justify-between pt-2.5 pl-2.5">
        <h2 className="text-xs leading-none font-[550] text-ink-faint">{title}</h2>
        {aside}
      </div>
      <ul>{children}</ul>
    </section>
  );
}
