import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface ListKeys {
  readonly order: readonly string[];
  readonly list: RefObject<HTMLElement | null>;
  /** Brings a row into view. */
  readonly reveal: (index: number) => void;
  readonly onSelect: (sourceId: string, isRange: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (sourceId: string) => void;
}

/** A row that was far away takes some frames until it can have the focus. */
const MAX_FRAMES = 30;

const DOWN = ['ArrowDown', 'j', 'J'];
const UP = ['ArrowUp', 'k', 'K'];

/**
 * Keys of the list: up and down (also j and k) move between rows, with Shift they select; Enter opens, x or Space
 * selects, Ctrl/Cmd-A selects all, Escape clears the selection, Delete deletes.
 */
export function useListKeys({ order, list, reveal, onSelect, onSelectAll, onClear, onDelete }: ListKeys) {
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
