import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';

import type { SourceSummary } from '../../../storage/protocol.ts';
import { overviewQuery } from '../queries.ts';
import { useSourceChanges } from '../use-source-changes.ts';
import { MoveMenu } from './move-menu.tsx';
import { TagDialog } from './tag-dialog.tsx';

interface SelectionBarProps {
  readonly selected: readonly SourceSummary[];
  readonly onClear: () => void;
  /** What was selected is gone from the list. */
  readonly onGone: (ids: readonly string[]) => void;
}

/** What can be done with the selected sources. Each has one undo. */
export function SelectionBar({ selected, onClear, onGone }: SelectionBarProps) {
  const { change, remove } = useSourceChanges();
  const { data: overview } = useQuery(overviewQuery);
  const composition = usePageComposition();
  const [isTagging, setTagging] = useState(false);
  const ids = selected.map(({ id }) => id);
  const many = count(ids.length, 'source');
  const areArchived = selected.every(({ archivedAt }) => archivedAt !== null);
  const finish = (isDone: boolean, areGone: boolean) => {
    if (isDone && areGone) onGone(ids);
    if (isDone) onClear();
  };
  const move = async (bucketId: string | null, name: string) =>
    finish(await change({ ids, bucketId }, `Moved ${many} to ${name}`), false);
  const archive = async () => {
    const words = areArchived ? `Took ${many} out of the archive` : `Archived ${many}`;
    finish(await change({ ids, isArchived: !areArchived }, words), true);
  };
  return (
    <section aria-label="Selection" className="flex min-h-[34px] flex-wrap items-center gap-x-1 gap-y-1">
      <output className="text-sm font-medium whitespace-nowrap tabular-nums">{`${figure(ids.length)} selected`}</output>
      <IconButton label="Clear the selection" className="mr-auto" onClick={onClear}>
        <Icon of={X} />
      </IconButton>
      {contributionsOf(composition).map(
        ({ checkedSourcesAction: Action }, index) =>
          // Contributions keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          Action && <Action.Component key={index} sourceIds={ids} />,
      )}
      <MoveMenu buckets={overview?.buckets ?? []} onMove={(bucketId, name) => void move(bucketId, name)} />
      <Button look="quiet" className="px-2" onClick={() => setTagging(true)}>
        Tag
      </Button>
      <Button look="quiet" className="px-2" onClick={() => void archive()}>
        {areArchived ? 'Take out' : 'Archive'}
      </Button>
      <Button
        look="quiet"
        className="px-2"
        onClick={() => void remove(ids, `Deleted ${many}`).then((isDone) => finish(isDone, true))}
      >
        Delete
      </Button>
      {isTagging && (
        <TagDialog
          selected={selected}
          known={overview?.tags.map(({ tag }) => tag) ?? []}
          onTag={async (addTags, removeTags) => {
            const isDone = await change({ ids, addTags: [...addTags], removeTags: [...removeTags] }, `Tagged ${many}`);
            if (isDone) setTagging(false);
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </section>
  );
}
