import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useShownLight } from '#elements/web/page/page-light.ts';

import type { DraftStatus, DraftSummary } from '../../protocol.ts';
import { useDraftActions } from './use-draft-actions.ts';

const ITEM =
  'flex min-h-[34px] cursor-default items-center rounded-small px-2.5 text-sm outline-none data-[highlighted]:bg-raised';

const STATUSES: Readonly<Record<DraftStatus, string>> = {
  draft: 'Mark as a draft',
  ready: 'Mark as ready',
  published: 'Mark as published',
};

interface DraftMenuProps {
  readonly draft: Pick<DraftSummary, 'id' | 'title' | 'status'>;
  /** The id of what names the draft, where several are listed. */
  readonly describedBy?: string;
}

/** What else can be done with a draft. */
export function DraftMenu({ draft, describedBy }: DraftMenuProps) {
  const { mark, remove } = useDraftActions(draft);
  const light = useShownLight();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label="More for this draft" aria-describedby={describedBy}>
          <Icon of={Ellipsis} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          data-mode={light}
          className="appear z-30 min-w-48 rounded-medium border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {(Object.keys(STATUSES) as DraftStatus[])
            .filter((each) => each !== draft.status)
            .map((each) => (
              <DropdownMenu.Item key={each} className={ITEM} onSelect={() => void mark(each)}>
                {STATUSES[each]}
              </DropdownMenu.Item>
            ))}
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <DropdownMenu.Item className={`${ITEM} text-bad`} onSelect={() => void remove()}>
            Delete this draft
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
