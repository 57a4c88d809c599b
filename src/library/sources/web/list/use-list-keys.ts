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

const DOWN = ['ArrowDown', 'j', 'J'];
const UP = ['ArrowUp', 'k', 'K'];

/**
 * Keys of the list: up and down (also j and k) move between rows, with Shift they select; Enter opens, x or Space selects,
 * Ctrl/Cmd-A selects all, Escape clears the selection, Delete deletes.
 */
export function useListKeys({ order, list, reveal, onSelect, onSelectAll, onClear, onDelete }: ListKeys) {
  const [cursor, setCursor] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const found = cursor === null ? -1 : order.indexOf(cursor);
  const at = Math.max(0, found);

  useEffect(() => {
    if (!wantsFocus.current || cursor === null) return;
    wantsFocus.current = false;
    const link = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(cursor)}"]`);
    link?.focus({ preventScroll: true });
    link?.closest('[data-source]')?.scrollIntoView({ block: 'nearest' });
  });

  const go = (index: number) => {
    const id = order[Math.min(order.length - 1, Math.max(0, index))];
    if (id === undefined) return undefined;
    wantsFocus.current = true;
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
