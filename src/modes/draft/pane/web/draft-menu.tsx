import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM, MenuSeparator } from '#elements/web/menu.tsx';

import type { DraftStatus, DraftSummary } from '../../protocol.ts';
import { useDraftActions } from './use-draft-actions.ts';

const STATUSES: Readonly<Record<DraftStatus, string>> = {
  draft: 'Mark as a draft',
  ready: 'Mark as ready',
  published: 'Mark as published',
};

interface DraftMenuProps {
  readonly draft: Pick<DraftSummary, 'id' | 'title' | 'status'>;
  /** The id of the element that names the draft, if several are listed. */
  readonly describedBy?: string;
}

export function DraftMenu({ draft, describedBy }: DraftMenuProps) {
  const { mark, remove } = useDraftActions(draft);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="More for this draft" aria-describedby={describedBy}>
          <Icon of={Ellipsis} />
        </IconButton>
      }
    >
      {(Object.keys(STATUSES) as DraftStatus[])
        .filter((each) => each !== draft.status)
        .map((each) => (
          <DropdownMenu.Item key={each} className={MENU_ITEM} onSelect={() => void mark(each)}>
            {STATUSES[each]}
          </DropdownMenu.Item>
        ))}
      <MenuSeparator />
      <DropdownMenu.Item className={`${MENU_ITEM} text-bad`} onSelect={() => void remove()}>
        Delete this draft
      </DropdownMenu.Item>
    </Menu>
  );
}
