import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM, MenuSeparator } from '#elements/web/menu.tsx';
import { figure } from '#elements/web/text/figures.ts';
import type { LibraryOverview } from '#library/sources/protocol.ts';
import { sourcesQuery } from '#library/sources/web/queries.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import { BucketDot } from '#library/storage/web/bucket-dot.tsx';

/** A source that is in every request of the exploration. */
export interface Pin {
  readonly id: string;
  readonly title: string;
}

interface ChosenSourcesProps {
  readonly library: LibraryOverview;
  /** Null: all sources are searched. */
  readonly bucket: Bucket | null;
  readonly pins: readonly Pin[];
  readonly onBucket: (bucketId: string | null) => void;
  readonly onPin: (pin: Pin, isPinned: boolean) => void;
}

/** The number of newest sources in the menu. `@` in the question finds any source. */
const OFFERED = 8;

/** The bucket and the pins of an exploration as chips, and a menu with more. */
export function ChosenSources({ library, bucket, pins, onBucket, onPin }: ChosenSourcesProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {bucket && (
        <Chip name={bucket.name} onRemove={() => onBucket(null)}>
          <BucketDot color={bucket.color} />
        </Chip>
      )}
      {pins.map((pin) => (
        <Chip key={pin.id} name={pin.title} onRemove={() => onPin(pin, false)} />
      ))}
      <Menu
        align="start"
        trigger={
          <Button look="quiet" className="min-h-[30px] px-2 py-0.5 text-sm">
            {library.buckets.length > 0 ? 'Add a bucket or a source' : 'Add a source'}
          </Button>
        }
      >
        <AddMenu library={library} bucket={bucket} pins={pins} onBucket={onBucket} onPin={onPin} />
      </Menu>
    </span>
  );
}

function AddMenu({ library, bucket, pins, onBucket, onPin }: ChosenSourcesProps) {
  const { data } = useInfiniteQuery(sourcesQuery({}, 'newest'));
  const sources = data?.pages[0]?.sources.slice(0, OFFERED) ?? [];
  const pinned = new Set(pins.map(({ id }) => id));
  return (
    <>
      {library.buckets.length > 0 && (
        <>
          <MenuLabel>Buckets</MenuLabel>
          {library.buckets.map(({ id, name, color, sources: size }) => (
            <DropdownMenu.Item key={id} className={MENU_ITEM} onSelect={() => onBucket(id === bucket?.id ? null : id)}>
              <BucketDot color={color} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              {id === bucket?.id && <Icon of={Check} />}
              <span className="text-xs text-ink-faint tabular-nums">{figure(size)}</span>
            </DropdownMenu.Item>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuLabel>Newest sources</MenuLabel>
      {sources.map(({ id, title }) => (
        <DropdownMenu.Item key={id} className={MENU_ITEM} onSelect={() => onPin({ id, title }, !pinned.has(id))}>
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {title}
          </span>
          {pinned.has(id) && <Icon of={Check} />}
        </DropdownMenu.Item>
      ))}
      <p className="px-3 pt-1 pb-1.5 text-xs text-ink-faint">Type @ in the question for any other.</p>
    </>
  );
}

function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 pt-1.5 pb-1 text-xs text-ink-faint">{children}</DropdownMenu.Label>;
}

interface ChipProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}

function Chip({ name, onRemove, children }: ChipProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line-strong py-0.5 pr-0.5 pl-2.5 text-sm text-ink-soft">
      {children}
      <span dir="auto" className="max-w-[24ch] truncate">
        {name}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        className="inline-flex size-6 items-center justify-center rounded-full hover:bg-raised hover:text-ink"
        onClick={onRemove}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}
