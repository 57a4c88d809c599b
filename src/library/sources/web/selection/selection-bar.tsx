import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, FolderInput, Shapes, Tag, Trash2, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FormEvent, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { count, figure } from '#elements/web/text/figures.ts';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';

import { isOwn } from '../../../storage/domain/own.ts';
import type { Bucket, SourceKind, SourceSummary } from '../../../storage/protocol.ts';
import { BucketDot } from '../../../storage/web/bucket-dot.tsx';
import { KIND_NAMES } from '../../../storage/web/source-words.ts';
import { TagsField, tagsIn } from '../../../storage/web/tags-field.tsx';
import { overviewQuery } from '../queries.ts';
import { useSourceChanges } from '../use-source-changes.ts';

interface SelectionBarProps {
  readonly selected: readonly SourceSummary[];
  readonly onClear: () => void;
  readonly onGone: (ids: readonly string[]) => void;
}

/** The actions on the selected sources. Each has one undo. */
export function SelectionBar({ selected, onClear, onGone }: SelectionBarProps) {
  const { change, remove } = useSourceChanges();
  const { data: overview } = useQuery(overviewQuery);
  const actions = useContributed(({ checkedSourcesAction }) => checkedSourcesAction);
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
  const setKind = async (kind: SourceKind) =>
    finish(await change({ ids, kind }, `${many}: ${KIND_NAMES[kind]}`), false);
  const archive = async () => {
    const words = areArchived ? `Took ${many} out of the archive` : `Archived ${many}`;
    finish(await change({ ids, isArchived: !areArchived }, words), true);
  };
  return (
    <section aria-label="Selection" className="flex h-[34px] items-center justify-end">
      <output className="min-w-0 truncate text-sm font-medium whitespace-nowrap tabular-nums">
        {figure(ids.length)} <span className="max-[400px]:sr-only">selected</span>
      </output>
      <IconButton label="Clear the selection" className="mr-auto" onClick={onClear}>
        <Icon of={X} />
      </IconButton>
      <Contributed parts={actions} props={{ sourceIds: ids }} />
      <MoveMenu buckets={overview?.buckets ?? []} onMove={(bucketId, name) => void move(bucketId, name)} />
      <KindMenu onChoose={(kind) => void setKind(kind)} />
      <IconButton label="Tag" onClick={() => setTagging(true)}>
        <Icon of={Tag} />
      </IconButton>
      <IconButton label={areArchived ? 'Take out' : 'Archive'} onClick={() => void archive()}>
        <Icon of={areArchived ? ArchiveRestore : Archive} />
      </IconButton>
      <IconButton
        label="Delete"
        onClick={() => void remove(ids, `Deleted ${many}`).then((isDone) => finish(isDone, true))}
      >
        <Icon of={Trash2} />
      </IconButton>
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

interface MoveMenuProps {
  readonly buckets: readonly Bucket[];
  /** Null for the inbox. */
  readonly onMove: (bucketId: string | null, name: string) => void;
}

function MoveMenu({ buckets, onMove }: MoveMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label="Move">
          <Icon of={FolderInput} />
        </IconButton>
      }
    >
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => onMove(null, 'the inbox')}>
        <BucketDot color={null} />
        Inbox
      </DropdownMenu.Item>
      {buckets.map(({ id, name, color }) => (
        <DropdownMenu.Item key={id} className={MENU_ITEM} onSelect={() => onMove(id, `“${name}”`)}>
          <BucketDot color={color} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}

/** Chooses the kind of the sources; a note and a voice memo are the person's own. */
function KindMenu({ onChoose }: { readonly onChoose: (kind: SourceKind) => void }) {
  return (
    <Menu
      trigger={
        <IconButton label="Kind">
          <Icon of={Shapes} />
        </IconButton>
      }
    >
      {(Object.keys(KIND_NAMES) as SourceKind[]).map((kind) => (
        <DropdownMenu.Item key={kind} className={MENU_ITEM} onSelect={() => onChoose(kind)}>
          {isOwn({ kind, origin: 'person' }) ? `My ${KIND_NAMES[kind]}` : capital(KIND_NAMES[kind])}
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface TagDialogProps {
  readonly selected: readonly SourceSummary[];
  /** Tags to suggest. */
  readonly known: readonly string[];
  readonly onTag: (add: readonly string[], remove: readonly string[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds tags to the selected sources, and removes tags that they have. */
function TagDialog({ selected, known, onTag, onClose }: TagDialogProps) {
  const [words, setWords] = useState('');
  const [removed, setRemoved] = useState<ReadonlySet<string>>(() => new Set());
  const [isBusy, setBusy] = useState(false);
  const present = [...new Set(selected.flatMap(({ tags }) => tags))].toSorted((one, other) => one.localeCompare(other));
  const added = tagsIn(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || (added.length === 0 && removed.size === 0)) return;
    setBusy(true);
    void onTag(added, [...removed]).finally(() => setBusy(false));
  };
  const toggle = (tag: string) => {
    const changed = new Set(removed);
    if (!changed.delete(tag)) changed.add(tag);
    setRemoved(changed);
  };
  return (
    <Dialog title="Tags" description={`Of the ${count(selected.length, 'selected source')}.`} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <TagsField label="Add tags" value={words} onChange={setWords} known={known} />
        {present.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">Remove tags</legend>
            <div className="flex max-h-[30dvh] flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
              {present.map((tag) => (
                <label key={tag} className="flex min-h-[28px] items-center gap-2 text-sm text-ink-soft">
                  <input type="checkbox" checked={removed.has(tag)} onChange={() => toggle(tag)} />
                  <bdi>{tag}</bdi>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <FormActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={added.length === 0 && removed.size === 0}>
            Save
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}
