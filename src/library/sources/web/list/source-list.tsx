import { type ReactNode, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import type { Bucket } from '../../../storage/protocol.ts';
import { SourceRow } from './source-row.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { ListedSource } from './use-listed.ts';
import { useReading } from './use-reading.ts';

export interface SourceListHandle {
  /** Moves the focus to the row where it was last, or to the first one. */
  focus(): void;
}

interface SourceListProps {
  readonly rows: readonly ListedSource[];
  readonly buckets: readonly Bucket[];
  readonly openId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (sourceId: string, isRange: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (sourceId: string) => void;
  /** The end is near. */
  readonly onMore: () => void;
  /** The person looks at it. */
  readonly onUse: () => void;
  readonly handle: Ref<SourceListHandle>;
  readonly children?: ReactNode;
}

const BUFFER_PX = 600;
/** Lists up to this length are rendered completely. */
const FEW = 50;
/** Rows before the end at which the next page is read. */
const NEAR_END = 20;

/** A list for thousands of sources: beyond a few, only rows near the viewport are rendered. */
export function SourceList({ rows, buckets, openId, selected, handle, ...on }: SourceListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const [now] = useState(Date.now);
  const order = rows.map(({ source }) => source.id);
  const reading = useReading();
  const reveal = useCallback((index: number) => virtualizer.current?.scrollToIndex(index, { align: 'nearest' }), []);
  const keys = useListKeys({ order, list: scroller, reveal, ...on });
  useImperativeHandle(handle, () => ({ focus: () => void keys.focusFirst() }));
  const look = () => {
    const list = virtualizer.current;
    if (list && list.findItemIndex(list.scrollOffset + list.viewportSize) > rows.length - NEAR_END) on.onMore();
  };
  const row = (each: ListedSource, index: number) => (
    <SourceRow
      key={each.source.id}
      row={each}
      bucket={buckets.find(({ id }) => id === each.source.bucketId)?.name ?? null}
      now={now}
      isOpen={each.source.id === openId}
      isSelected={selected.has(each.source.id)}
      isCursor={index === keys.cursorIndex}
      onSelect={on.onSelect}
      onReading={reading}
    />
  );
  return (
    // The keys are for the links in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto border-b border-transparent [overflow-anchor:none]"
      onKeyDown={keys.onKeyDown}
      onFocus={(event) => {
        keys.onFocus(event.target);
        on.onUse();
      }}
      onPointerMove={on.onUse}
    >
      <section aria-label="Sources" tabIndex={-1} className="outline-none">
        {rows.length <= FEW ? (
          <ul>
            {rows.map((each, index) => (
              <li key={each.source.id}>{row(each, index)}</li>
            ))}
          </ul>
        ) : (
          <Virtualizer
            ref={virtualizer}
            as="ul"
            item="li"
            data={rows}
            scrollRef={scroller}
            bufferSize={BUFFER_PX}
            keepMounted={[keys.cursorIndex]}
            onScroll={look}
          >
            {row}
          </Virtualizer>
        )}
      </section>
    </div>
  );
}
