import { Link } from '@tanstack/react-router';
import { Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { figure } from '#elements/web/text/figures.ts';

import type { SourceFilter } from '../../../storage/protocol.ts';
import { BucketDot } from '../../../storage/web/bucket-dot.tsx';
import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import { NO_SOURCE, SOURCE_PATH } from '../../../storage/web/use-open-source.ts';
import type { LibraryOverview } from '../../protocol.ts';
import { BucketDialog } from '../buckets/bucket-dialog.tsx';
import { BucketsDialog } from '../buckets/buckets-dialog.tsx';
import { addressValues, isSameFilter, type LibraryPlace } from '../place/library-place.ts';
import { LeftVectors } from './left-vectors.tsx';
import { Samples } from './samples.tsx';

interface FilterColumnProps {
  readonly overview: LibraryOverview;
  /** The search words and the order are kept when the filter changes. */
  readonly current: LibraryPlace;
}

/** Number of tags shown before the person asks for more. */
const FEW_TAGS = 8;

/** The filters of the list with their counts, the buckets first, and below them the progress of indexing. */
export function FilterColumn({ overview, current }: FilterColumnProps) {
  const { counts, reading, failed } = overview;
  return (
    <nav aria-label="Filters" className="flex flex-1 flex-col px-2.5 py-3.5">
      <ul>
        <FilterRow filter={{}} current={current} count={counts.all} mark={<BucketDot color={null} />}>
          Everything
        </FilterRow>
        <FilterRow
          filter={{ bucket: 'inbox' }}
          current={current}
          count={counts.inbox}
          mark={<BucketDot color={null} />}
        >
          Inbox
        </FilterRow>
        {counts.highlights > 0 && (
          <FilterRow
            filter={{}}
            showsHighlights
            current={current}
            count={counts.highlights}
            mark={<BucketDot color={null} />}
          >
            Highlights
          </FilterRow>
        )}
      </ul>
      <Buckets overview={overview} current={current} />
      <FilterGroup title="Whose">
        <FilterRow filter={{ whose: 'own' }} current={current} count={counts.own}>
          My notes
        </FilterRow>
        <FilterRow filter={{ whose: 'others' }} current={current} count={counts.others}>
          From others
        </FilterRow>
      </FilterGroup>
      <Tags overview={overview} current={current} />
      {(reading > 0 || failed > 0 || counts.archived > 0) && (
        <FilterGroup title="State">
          {reading > 0 && (
            <FilterRow filter={{ state: 'reading' }} current={current} count={reading}>
              Being read
            </FilterRow>
          )}
          {failed > 0 && (
            <FilterRow filter={{ state: 'failed' }} current={current} count={failed}>
              Failed
            </FilterRow>
          )}
          {counts.archived > 0 && (
            <FilterRow filter={{ archived: 'true' }} current={current} count={counts.archived}>
              Archived
            </FilterRow>
          )}
        </FilterGroup>
      )}
      <div className="mt-auto flex flex-col gap-3 px-2.5 pt-6">
        <MeaningProgress meaning={overview.meaning} />
        {overview.meaning.leftBytes > 0 && <LeftVectors bytes={overview.meaning.leftBytes} />}
        {overview.hasSamples && <Samples />}
      </div>
    </nav>
  );
}

function Buckets({ overview: { buckets }, current }: FilterColumnProps) {
  const [open, setOpen] = useState<'new' | 'all' | null>(null);
  return (
    <>
      <FilterGroup
        title="Buckets"
        aside={
          <span className="flex">
            {buckets.length > 0 && (
              <IconButton label="Change the buckets" className="size-7" onClick={() => setOpen('all')}>
                <Icon of={Pencil} />
              </IconButton>
            )}
            <IconButton label="New bucket" className="size-7" onClick={() => setOpen('new')}>
              <Icon of={Plus} />
            </IconButton>
          </span>
        }
      >
        {buckets.map(({ id, name, color, sources, description }) => (
          <FilterRow
            key={id}
            filter={{ bucket: id }}
            current={current}
            count={sources}
            mark={<BucketDot color={color} />}
            {...(description !== '' && { title: description })}
          >
            {name}
          </FilterRow>
        ))}
      </FilterGroup>
      {buckets.length === 0 && <p className="px-2.5 text-sm text-ink-faint">A bucket holds sources on one subject.</p>}
      {open === 'new' && <BucketDialog bucket={null} onClose={() => setOpen(null)} />}
      {open === 'all' && <BucketsDialog buckets={buckets} onClose={() => setOpen(null)} />}
    </>
  );
}

function Tags({ overview: { tags }, current }: FilterColumnProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (tags.length === 0) return null;
  return (
    <>
      <FilterGroup title="Tags">
        {tags.slice(0, showsAll ? tags.length : FEW_TAGS).map(({ tag, sources }) => (
          <FilterRow key={tag} filter={{ tag }} current={current} count={sources}>
            {tag}
          </FilterRow>
        ))}
      </FilterGroup>
      {tags.length > FEW_TAGS && !showsAll && (
        <Button look="quiet" className="self-start px-2.5" onClick={() => setShowsAll(true)}>
          {`Show all ${tags.length}`}
        </Button>
      )}
    </>
  );
}

/**
 * The progress of indexing the library for search by meaning, or the reason why it has stopped. Renders nothing when
 * all is indexed.
 */
function MeaningProgress({ meaning }: Pick<LibraryOverview, 'meaning'>) {
  const { done, total, problem, isChanging } = meaning;
  if (!problem && done >= total && !isChanging) return null;
  return (
    <section aria-label="Search by meaning" className="text-xs leading-normal text-ink-faint">
      {total > done && (
        <>
          <p className="mb-1.5">
            {isChanging ? 'A new model reads your sources' : 'Reading for meaning'}
            <span className="tabular-nums">{`, ${figure(done)} of ${figure(total)} passages`}</span>
          </p>
          <ProgressBar label="Read for meaning" done={total === 0 ? 0 : done / total} />
        </>
      )}
      {isChanging && <p className="mt-1.5">Until then search uses the model before it.</p>}
      {problem && (
        <p role="alert" className="mt-1.5 border-l-2 border-warn pl-2 text-ink-soft">
          {`${problem.message} ${problem.remedy} `}
          <Link to="/settings/models" className="text-accent-text underline underline-offset-2">
            Open the settings
          </Link>
        </p>
      )}
    </section>
  );
}

interface FilterRowProps {
  readonly filter: SourceFilter;
  readonly showsHighlights?: boolean;
  readonly current: LibraryPlace;
  readonly count?: number;
  readonly mark?: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A filter of the list, with its number of sources at the right edge. */
function FilterRow({ filter, showsHighlights = false, current, count, mark, title, children }: FilterRowProps) {
  return (
    <li>
      <Link
        to={SOURCE_PATH}
        params={NO_SOURCE}
        activeOptions={{ exact: true }}
        search={addressValues({ ...current, filter, showsHighlights, showsFilters: false })}
        aria-current={
          isSameFilter(filter, current.filter) && showsHighlights === current.showsHighlights ? 'page' : undefined
        }
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

function FilterGroup({ title, aside, children }: FilterGroupProps) {
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
