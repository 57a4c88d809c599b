import { useCallback, useMemo, useState } from 'react';

import type { Listed, ListedSource } from '../sources/web/list/use-listed.ts';
import { NOTHING_SELECTED, stillListed, toggled, withRange } from '../sources/web/selection/selection.ts';
import type { SourceSummary } from '../storage/protocol.ts';

/** As many as one change takes. */
const MAX_SELECTED = 500;

interface SelectionOnPage {
  readonly ids: ReadonlySet<string>;
  readonly selected: readonly SourceSummary[];
  readonly select: (sourceId: string, isRange: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selected sources of the list. What leaves the list is no longer selected. */
export function useSelection(rows: readonly ListedSource[], first: Listed['first']): SelectionOnPage {
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
