import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { SourceSummary } from '../../../storage/protocol.ts';
import { TagsField } from '../../../storage/web/tags-field.tsx';
import { tagsIn } from '../../../storage/web/tags-in.ts';

interface TagDialogProps {
  readonly selected: readonly SourceSummary[];
  /** Tags that are offered. */
  readonly known: readonly string[];
  readonly onTag: (add: readonly string[], remove: readonly string[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds tags to the selected sources, and removes some that they have. */
export function TagDialog({ selected, known, onTag, onClose }: TagDialogProps) {
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
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={added.length === 0 && removed.size === 0}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
