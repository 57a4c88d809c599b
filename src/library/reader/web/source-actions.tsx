import { Archive, ArchiveRestore, Download, Ellipsis, Highlighter, RotateCcw, Search, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';

import type { SourceDetail } from '../../sources/protocol.ts';
import { useReading } from '../../sources/web/list/use-reading.ts';
import { useSourceChanges } from '../../sources/web/use-source-changes.ts';

interface SourceActionsProps {
  readonly source: SourceDetail;
  readonly className: string;
  readonly onEdit: () => void;
  readonly onFind: () => void;
  /** Removes the mark of a cited passage. */
  readonly onUnmark?: () => void;
  readonly onGone?: () => void;
}

/** The actions of a source, beginning with those of other slices. */
export function SourceActions({ source, className, onEdit, onFind, onUnmark, onGone }: SourceActionsProps) {
  const actions = useContributed(({ sourceActions }) => sourceActions);
  const { change, remove } = useSourceChanges();
  const ask = useReading();
  const { id, title, archivedAt, file, url, state } = source;
  const isArchived = archivedAt !== null;
  const archive = async () => {
    const done = isArchived ? `Took “${title}” out of the archive` : `Archived “${title}”`;
    const isDone = await change({ ids: [id], isArchived: !isArchived }, done);
    if (isDone && !isArchived) onGone?.();
  };
  const erase = async () => {
    if (await remove([id], `Deleted “${title}”`)) onGone?.();
  };
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      {state === 'read' && <Contributed parts={actions} props={{ sourceId: id, title }} />}
      <Button onClick={onEdit} disabled={state === 'waiting'}>
        Edit
      </Button>
      <Menu
        trigger={
          <Button look="quiet" aria-label="More actions">
            <Icon of={Ellipsis} />
          </Button>
        }
      >
        <Item icon={<Icon of={Search} />} onSelect={onFind}>
          Find in this source
        </Item>
        {onUnmark && (
          <Item icon={<Icon of={Highlighter} />} onSelect={onUnmark}>
            Remove the highlight
          </Item>
        )}
        {file && (
          <DropdownMenu.Item asChild className={MENU_ITEM}>
            <a href={`/api/library/sources/${id}/file`} download={file.name}>
              <Icon of={Download} />
              Download the file
            </a>
          </DropdownMenu.Item>
        )}
        {(file || url !== null) && state === 'read' && (
          <Item icon={<Icon of={RotateCcw} />} onSelect={() => ask(id, 'read-again')}>
            Read again
          </Item>
        )}
        <Item icon={<Icon of={isArchived ? ArchiveRestore : Archive} />} onSelect={() => void archive()}>
          {isArchived ? 'Take out of the archive' : 'Archive'}
        </Item>
        <Item icon={<Icon of={Trash2} />} onSelect={() => void erase()}>
          Delete
        </Item>
      </Menu>
    </div>
  );
}

interface ItemProps {
  readonly icon: ReactNode;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Item({ icon, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item className={MENU_ITEM} onSelect={onSelect}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}
