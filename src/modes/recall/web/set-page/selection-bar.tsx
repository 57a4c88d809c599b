import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { Menu, MENU_ITEM, MenuSeparator } from '#elements/web/menu.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { PointsChange } from '../../sets/protocol.ts';
import { openExport } from '../../sets/web/from-source/make-points-anywhere.tsx';
import { setQuery, setsQuery } from '../../sets/web/queries.ts';
import { forgetCounts } from '../../sets/web/set-cache.ts';
import type { Selection } from './use-selection.ts';

const DONE: Record<PointsChange['do'], string> = {
  move: 'Moved',
  tag: 'Changed the tags of',
  suspend: 'Suspended',
  resume: 'Resumed',
  reset: 'Reset',
  delete: 'Deleted',
};

interface SelectionBarProps {
  readonly setId: string;
  readonly selection: Selection;
  readonly ids: ReadonlySet<string>;
  /** The number of points that can be selected. */
  readonly shown: number;
}

/** The actions for the selected points. */
export function SelectionBar({ setId, selection, ids, shown }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'move' | 'tag' | null>(null);
  const change = useChange(setId, ids, () => setDialog(null));
  const isEmpty = ids.size === 0;
  // A button that were disabled meanwhile would lose the focus.
  const start = (to: PointsChange) => change.isPending || change.mutate(to);
  const item = (to: PointsChange, label: string) => (
    <DropdownMenu.Item className={MENU_ITEM} onSelect={() => start(to)}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <div
      role="toolbar"
      data-bar
      aria-label="Selected points"
      className="sticky bottom-0 z-10 -mx-2 mt-2 flex flex-wrap items-center gap-1.5 rounded-medium border border-line bg-surface px-2 py-1.5 text-sm"
    >
      <span className="flex grow flex-wrap items-center gap-x-1.5">
        <output className="px-1 whitespace-nowrap tabular-nums">{`${count(ids.size, 'point')} selected`}</output>
        {ids.size < shown && (
          <Button look="quiet" onClick={selection.all}>
            {`Select all ${shown.toLocaleString('en-GB')}`}
          </Button>
        )}
      </span>
      <span className="ml-auto flex items-center gap-1.5">
        <Button disabled={isEmpty} isBusy={change.isPending} onClick={() => start({ do: 'suspend' })}>
          Suspend
        </Button>
        <Menu align="end" trigger={<Button disabled={isEmpty}>More</Button>}>
          {item({ do: 'resume' }, 'Resume')}
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => setDialog('move')}>
            Move to another set
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => setDialog('tag')}>
            Tags
          </DropdownMenu.Item>
          {item({ do: 'reset' }, 'Reset to new')}
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => openExport({ sets: [setId], points: [...ids] })}>
            Export
          </DropdownMenu.Item>
          <MenuSeparator />
          {item({ do: 'delete' }, 'Delete')}
        </Menu>
        <Button look="quiet" onClick={selection.stop}>
          Done
        </Button>
      </span>
      {dialog === 'move' && <MoveDialog setId={setId} change={change} onClose={() => setDialog(null)} />}
      {dialog === 'tag' && <TagDialog change={change} onClose={() => setDialog(null)} />}
    </div>
  );
}

type Change = ReturnType<typeof useChange>;

function useChange(setId: string, ids: ReadonlySet<string>, onDone: () => void) {
  const queries = useQueryClient();
  const notify = useNotifyUndoable();
  const toast = useToast();
  return useMutation({
    mutationFn: (change: PointsChange) =>
      api<{ changed: number }>('POST', '/api/recall/points/change', { pointIds: [...ids], change }),
    onSuccess: async ({ changed }, change) => {
      onDone();
      const moved = change.do === 'move' ? [setQuery(change.setId).queryKey] : [];
      for (const queryKey of [setQuery(setId).queryKey, ...moved]) void queries.invalidateQueries({ queryKey });
      forgetCounts(queries);
      if (changed === 0) toast({ text: 'These points are like that already.' });
      else await notify({ text: `${DONE[change.do]} ${count(changed, 'point')}.` });
    },
    // For these two a dialog shows the error.
    onError: (error, change) => change.do !== 'move' && change.do !== 'tag' && toast({ text: messageOf(error) }),
  });
}

interface ChangeDialogProps {
  readonly change: Change;
  readonly onClose: () => void;
}

function MoveDialog({ setId, change, onClose }: ChangeDialogProps & { readonly setId: string }) {
  const { data: sets = [] } = useQuery(setsQuery);
  const others = sets.filter(({ id }) => id !== setId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate({ do: 'move', setId: formText(new FormData(event.currentTarget), 'set') });
  };
  return (
    <Dialog title="Move to another set" description="Their history goes with them." onClose={onClose}>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {others.length === 0 ? (
          <p>There is no other set yet.</p>
        ) : (
          <SelectField label="Set" name="set">
            {others.map(({ id, title, folder }) => (
              <option key={id} value={id}>
                {folder === '' ? title : `${folder.replaceAll('::', ' › ')} › ${title}`}
              </option>
            ))}
          </SelectField>
        )}
        <FailureText error={change.error} />
        <SaveActions isBusy={change.isPending || others.length === 0} label="Move" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function TagDialog({ change, onClose }: ChangeDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const tags = (name: string) =>
      formText(form, name)
        .split(/\s+/u)
        .filter((tag) => tag !== '');
    change.mutate({ do: 'tag', add: tags('add'), remove: tags('remove') });
  };
  return (
    <Dialog title="Tags" description="Tags are divided by spaces. A::B is the tag B below A." onClose={onClose}>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <TextField label="Add" name="add" autoComplete="off" />
        <TextField label="Remove" name="remove" autoComplete="off" />
        <FailureText error={change.error} />
        <SaveActions isBusy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
