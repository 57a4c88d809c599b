import { DropdownMenu } from 'radix-ui';

import { Button } from '#elements/web/button.tsx';

import type { Bucket } from '../../../storage/protocol.ts';
import { BucketDot } from '../../../storage/web/bucket-dot.tsx';

interface MoveMenuProps {
  readonly buckets: readonly Bucket[];
  /** Null is the inbox. */
  readonly onMove: (bucketId: string | null, name: string) => void;
}

const ITEM =
  'flex min-h-[36px] cursor-pointer items-center gap-2.5 rounded-small px-3 text-sm outline-none data-[highlighted]:bg-raised';

/** The buckets to move to. */
export function MoveMenu({ buckets, onMove }: MoveMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" className="px-2">
          Move
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="appear z-30 max-h-[60dvh] max-w-72 min-w-48 overflow-y-auto rounded-medium border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          <DropdownMenu.Item className={ITEM} onSelect={() => onMove(null, 'the inbox')}>
            <BucketDot color={null} />
            Inbox
          </DropdownMenu.Item>
          {buckets.map(({ id, name, color }) => (
            <DropdownMenu.Item key={id} className={ITEM} onSelect={() => onMove(id, `“${name}”`)}>
              <BucketDot color={color} />
              <span dir="auto" className="truncate">
                {name}
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
