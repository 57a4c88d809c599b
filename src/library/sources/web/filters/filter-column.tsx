import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import { BucketDot } from '../../../storage/web/bucket-dot.tsx';
import type { LibraryOverview } from '../../protocol.ts';
import { BucketDialog } from '../buckets/bucket-dialog.tsx';
import { BucketsDialog } from '../buckets/buckets-dialog.tsx';
import { type CurrentFilter, FilterGroup, FilterRow } from './filter-row.tsx';
import { MeaningProgress } from './meaning-progress.tsx';
import { Samples } from './samples.tsx';

interface FilterColumnProps {
  readonly overview: LibraryOverview;
  readonly current: CurrentFilter;
}

/** More tags are shown on request. */
const FEW_TAGS = 8;

/** The filters of the list with their counts, the buckets first, and below them how far the library was read. */
export function FilterColumn({ overview, current }: FilterColumnProps) {
  const { counts, reading, failed } = overview;
  return (
    <nav aria-label="Filters" className="flex min-h-full flex-col px-2.5 py-3.5">
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
