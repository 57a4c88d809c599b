import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import type { Bucket } from '../../../storage/protocol.ts';
import { SourceRow } from './source-row.tsx';
import type { ListedSource } from './use-listed.ts';
import { useReading } from './use-reading.ts';

/** A row that was far away is rendered after some frames, and can have the focus only then. */
const MAX_FRAMES = 30;

const DOWN = ['ArrowDown', 'j', 'J'];
const UP = ['ArrowUp', 'k', 'K'];

export interface SourceListHandle {
  /** Moves the focus to the last focused row, or to the first one. */
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
  /** Called near the end of the list. */
  readonly onMore: () => void;
  /** Called when the person interacts with the list. */
  readonly onUse: () => void;
  readonly handle: Ref<SourceListHandle>;
  readonly children?: ReactNode;
}

const BUFFER_PX = 600;
/** Lists up to this length are rendered completely. */
const FEW = 50;
/** The next page is loaded this many rows before the end. */
const NEAR_END = 20;

/** A list for thousands of sources: if there are more than a few, only rows near the viewport are rendered. */
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
      isSelecting={selected.size > 0}
      isCursor={index === keys.cursorIndex}
      onSelect={on.onSelect}
      onReading={reading}
    />
  );
  return (
    // The keys are for the links inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className="min-h-0 flex-1 scrolls-centred border-b border-transparent [overflow-anchor:none]"
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

interface ListKeys {
  readonly order: readonly string[];
  readonly list: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  readonly reveal: (index: number) => void;
  readonly onSelect: (sourceId: string, isRange: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (sourceId: string) => void;
}

/**
 * Keys of the list: up and down (also j and k) move between rows, with Shift they select; Enter opens, x or Space
 * selects, Ctrl/Cmd-A selects all, Escape clears the selection, Delete deletes.
 */
function useListKeys({ order, list, reveal, onSelect, onSelectAll, onClear, onDelete }: ListKeys) {
  const [cursor, setCursor] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const at = Math.max(0, cursor === null ? 0 : order.indexOf(cursor));

  useEffect(() => {
    if (wanted.current === null || wanted.current !== cursor) return undefined;
    let frame = 0;
    let left = MAX_FRAMES;
    const focus = () => {
      const link = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(cursor)}"]`);
      link?.focus({ preventScroll: true });
      if (link && document.activeElement === link) {
        wanted.current = null;
        link.closest('[data-source]')?.scrollIntoView({ block: 'nearest' });
      } else if ((left -= 1) > 0) frame = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  });

  const go = (index: number) => {
    const id = order[Math.min(order.length - 1, Math.max(0, index))];
    if (id === undefined) return undefined;
    wanted.current = id;
    setCursor(id);
    reveal(order.indexOf(id));
    return id;
  };
  const step = (by: number, isRange: boolean) => {
    const from = order[at];
    const to = go(at + by);
    if (!isRange || from === undefined || to === undefined) return;
    onSelect(from, true);
    onSelect(to, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    const current = order[at];
    const isOnControl = target instanceof HTMLElement && target.closest('button, input') !== null;
    if (altKey || current === undefined) return;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a') return;
      onSelectAll();
    } else if (DOWN.includes(key)) step(1, shiftKey);
    else if (UP.includes(key)) step(-1, shiftKey);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(order.length - 1);
    else if (key === 'x' || (key === ' ' && !isOnControl)) onSelect(current, false);
    else if (key === 'Escape') onClear();
    else if (key === 'Delete') onDelete(current);
    else return;
    event.preventDefault();
  };
  const onFocus = (target: EventTarget) => {
    const row = target instanceof HTMLElement && target.closest<HTMLElement>('[data-source]')?.dataset['source'];
    if (row) setCursor(row);
  };
  return { cursorIndex: at, onKeyDown, onFocus, focusFirst: () => go(at) };
}
