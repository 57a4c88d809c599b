import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';

import type { RecallPoint } from '../../sets/protocol.ts';
import type { PointActions } from '../../sets/web/points/use-points.ts';
import { PointRow } from './point-row.tsx';

interface PointListProps {
  readonly points: readonly RecallPoint[];
  /** The person's current day. */
  readonly today: string;
  readonly showsAnswers: boolean;
  /** Points that were missed today. */
  readonly missed: readonly string[];
  readonly actions: PointActions;
  readonly scroller: RefObject<HTMLElement | null>;
}

const BUFFER_PX = 800;
/** Lists up to this length are rendered completely. */
const FEW = 50;
/** The next row moves under the pointer, so the second click of a double click is ignored. */
const APART_MS = 500;

/** A list for thousands of points: beyond a few, only rows near the viewport and the edited one are rendered. */
export function PointList({ points, today, showsAnswers, missed, actions, scroller }: PointListProps) {
  const [editingId, setEditingId] = useState<string | null>(null);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = useCallback(
    (pointId: string) =>
      setOpenIds((open) => {
        const changed = new Set(open);
        if (!changed.delete(pointId)) changed.add(pointId);
        return changed;
      }),
    [],
  );
  const [askedIds, setAskedIds] = useState<ReadonlySet<string>>(() => new Set());
  const ask = useCallback((pointId: string) => setAskedIds((asked) => new Set(asked).add(pointId)), []);
  const missedIds = useMemo(() => new Set(missed), [missed]);
  const list = useRef<HTMLElement>(null);
  const margin = useOffset(list, scroller);
  const editingIndex = editingId === null ? -1 : points.findIndex(({ id }) => id === editingId);
  const close = useCallback(() => setEditingId(null), []);
  const removedAt = useRef(-APART_MS);
  const remove = useCallback(
    (point: RecallPoint) => {
      if (performance.now() - removedAt.current < APART_MS) return;
      removedAt.current = performance.now();
      actions.remove(point);
      // The row with the button is gone, so the focus moves to the list.
      list.current?.focus({ preventScroll: true });
    },
    [actions],
  );
  const row = (point: RecallPoint, index: number) => (
    <PointRow
      key={point.id}
      point={point}
      number={index + 1}
      today={today}
      showsAnswer={showsAnswers}
      isMissed={missedIds.has(point.id)}
      isOpen={openIds.has(point.id)}
      isAsked={askedIds.has(point.id)}
      onToggle={toggle}
      onAsk={ask}
      isEditing={point.id === editingId}
      onEdit={setEditingId}
      onClose={close}
      onSave={actions.change}
      onRemove={remove}
    />
  );
  return (
    <section ref={list} tabIndex={-1} aria-label="Points of this set" className="outline-none">
      {points.length <= FEW ? (
        <ul>
          {points.map((point, index) => (
            <li key={point.id}>{row(point, index)}</li>
          ))}
        </ul>
      ) : (
        <Virtualizer
          as="ul"
          item="li"
          data={points}
          scrollRef={scroller}
          startMargin={margin}
          bufferSize={BUFFER_PX}
          keepMounted={editingIndex >= 0 ? [editingIndex] : []}
        >
          {row}
        </Virtualizer>
      )}
    </section>
  );
}

/** The offset of an element in its scroller, updated when content above it changes. */
function useOffset(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  // Not a layout effect: the scroller's element does not exist yet when those of the list run.
  useEffect(() => {
    const container = scroller.current?.firstElementChild;
    if (!container) return undefined;
    const measure = () => {
      if (!element.current || !scroller.current) return;
      const top = element.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
      setOffset(Math.round(top + scroller.current.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(container);
    return () => observer.disconnect();
  }, [element, scroller]);
  return offset;
}
