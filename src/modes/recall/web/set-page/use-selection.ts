import { useCallback, useMemo, useRef, useState } from 'react';

import type { NumberedPoint } from './point-filter.ts';

export interface Selection {
  /** Null if no point can be selected. */
  readonly ids: ReadonlySet<string> | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** Selects or deselects a point. A range extends from the last toggled point to this one. */
  readonly toggle: (pointId: string, isRange: boolean) => void;
  readonly all: () => void;
}

/** The selected points among those shown. A point that is no longer shown is not selected. */
export function useSelection(shown: readonly NumberedPoint[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const last = useRef<string | null>(null);
  const ids = useMemo(
    () => chosen && new Set(shown.flatMap(({ point }) => (chosen.has(point.id) ? point.id : []))),
    [chosen, shown],
  );
  const toggle = useCallback(
    (pointId: string, isRange: boolean) => {
      const places = [last.current ?? pointId, pointId].map((id) => shown.findIndex(({ point }) => point.id === id));
      const from = isRange ? Math.max(0, Math.min(...places)) : (places[1] ?? 0);
      const range = shown.slice(from, isRange ? Math.max(...places) + 1 : from + 1).map(({ point }) => point.id);
      last.current = pointId;
      setChosen((before) => {
        const after = new Set(before);
        const isOut = before?.has(pointId) === true;
        for (const id of range)
          if (isOut) after.delete(id);
          else after.add(id);
        return after;
      });
    },
    [shown],
  );
  return {
    ids,
    toggle,
    start: useCallback(() => setChosen(new Set()), []),
    stop: useCallback(() => setChosen(null), []),
    all: useCallback(() => setChosen(new Set(shown.map(({ point }) => point.id))), [shown]),
  };
}
