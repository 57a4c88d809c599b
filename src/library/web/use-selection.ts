import { useCallback, useMemo, useState } from 'react';

import type { Listed, ListedSource } from '../sources/web/list/use-listed.ts';

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** The maximum of one change. */
const MAX_SELECTED = 500;

/** The selected sources of the list. A source that leaves the list is deselected. */
export function useSelection(rows: readonly ListedSource[], first: Listed['first']) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const order = useMemo(() => rows.map(({ source }) => source.id), [rows]);
  const kept = stillListed(selection, order);
  const select = useCallback(
    (sourceId: string, isRange: boolean) =>
      setSelection((now) => (isRange ? withRange(now, sourceId, order) : toggled(now, sourceId))),
    [order],
  );
  const selectAll = async () => {
    const ids = await first(MAX_SELECTED);
    setSelection({ ids: new Set(ids), anchor: ids[0] ?? null });
  };
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  const selected = useMemo(
    () => rows.flatMap(({ source }) => (kept.ids.has(source.id) ? [source] : [])),
    [rows, kept.ids],
  );
  return { ids: kept.ids, selected, select, selectAll: () => void selectAll(), clear };
}

/** The selected sources of a list. Immutable: each change makes a new object. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The start of a range: the source that was last selected or deselected individually. */
  readonly anchor: string | null;
}

export function toggled({ ids }: Selection, id: string): Selection {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return { ids: changed, anchor: id };
}

/** Adds everything between the anchor and `to`, in the order of the list. */
export function withRange(selection: Selection, to: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? to);
  const until = order.indexOf(to);
  if (from < 0 || until < 0) return toggled(selection, to);
  const range = order.slice(Math.min(from, until), Math.max(from, until) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor ?? to };
}

/** Removes sources that are no longer listed. Returns the same object if none is gone. */
export function stillListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order);
  const kept = [...selection.ids].filter((id) => listed.has(id));
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) };
}
