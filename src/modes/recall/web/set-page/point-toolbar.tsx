import { BOXED, InlineSelect } from '#elements/web/inline-select.tsx';
import { SearchField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';

import { ORDERS, type PointFilter, STATES } from './point-filter.ts';

interface PointToolbarProps {
  readonly filter: PointFilter;
  readonly onFilter: (filter: PointFilter) => void;
  readonly tags: readonly string[];
  /** The number of points that match. */
  readonly found: number;
}

/** Finds, filters and orders the points of a set. */
export function PointToolbar({ filter, onFilter, tags, found }: PointToolbarProps) {
  const isFiltered = filter.words.trim() !== '' || filter.state !== 'all' || filter.tag !== '';
  return (
    <search className="mb-2 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search the points"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        className="min-w-28 flex-1 basis-40"
      />
      <InlineSelect
        label="State"
        className={BOXED}
        value={filter.state}
        onChange={(event) => onFilter({ ...filter, state: event.target.value as PointFilter['state'] })}
      >
        <Options of={STATES} />
      </InlineSelect>
      {tags.length > 0 && (
        <InlineSelect
          label="Tag"
          className={`max-w-40 ${BOXED}`}
          value={filter.tag}
          onChange={(event) => onFilter({ ...filter, tag: event.target.value })}
        >
          <option value="">Any tag</option>
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </InlineSelect>
      )}
      <InlineSelect
        label="Order"
        className={BOXED}
        value={filter.order}
        onChange={(event) => onFilter({ ...filter, order: event.target.value as PointFilter['order'] })}
      >
        <Options of={ORDERS} />
      </InlineSelect>
      <output className={isFiltered ? 'w-full text-xs text-ink-faint tabular-nums' : 'sr-only'}>
        {isFiltered && (found === 0 ? 'No point is like that.' : `${count(found, 'point')} found`)}
      </output>
    </search>
  );
}

function Options({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
