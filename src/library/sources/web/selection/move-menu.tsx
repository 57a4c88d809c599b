import { DropdownMenu } from 'radix-ui';

import { Button } from '#elements/web/button.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';

import type { Bucket } from '../../../storage/protocol.ts';
import { BucketDot } from '../../../storage/web/bucket-dot.tsx';

interface MoveMenuProps {
  readonly buckets: readonly Bucket[];
  /** Null is the inbox. */
  readonly onMove: (bucketId: string | null, name: string) => void;
}

/** The buckets to move to. */
export function MoveMenu({ buckets, onMove }: MoveMenuProps) {
  return (
    <Menu
      trigger={
        <Button look="quiet" className="px-2">
          Move
        </Button>
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
