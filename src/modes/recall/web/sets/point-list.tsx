import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';

import type { RecallPoint } from '../../protocol.ts';
import { PointRow } from './point-row.tsx';
import type { PointActions } from './use-points.ts';

interface PointListProps {
  readonly points: readonly RecallPoint[];
  readonly showsAnswers: boolean;
  readonly actions: PointActions;
  readonly scroller: RefObject<HTMLElement | null>;
}

const BUFFER_PX = 800;
/** The next row slides under the pointer: the second click of a double click is not meant for it. */
const APART_MS = 500;

/** Points by the thousand: only those near the screen exist, and the one being edited. */
export function PointList({ points, showsAnswers, actions, scroller }: PointListProps) {
  const [editingId, setEditingId] = useState<string | null>(null);
  const [now] = useState(() => Date.now());
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
      // The row with the button is gone: reading goes on with the list.
      list.current?.focus({ preventScroll: true });
    },
    [actions],
  );
  return (
    <section ref={list} tabIndex={-1} aria-label="Points of this set" className="outline-none">
      <Virtualizer
        as="ul"
        item="li"
        data={points}
        scrollRef={scroller}
        startMargin={margin}
        bufferSize={BUFFER_PX}
        keepMounted={editingIndex >= 0 ? [editingIndex] : []}
      >
        {(point, index) => (
          <PointRow
            key={point.id}
            point={point}
            number={index + 1}
            now={now}
            showsAnswer={showsAnswers}
            isEditing={point.id === editingId}
            onEdit={setEditingId}
            onClose={close}
            onSave={actions.change}
            onRemove={remove}
          />
        )}
      </Virtualizer>
    </section>
  );
}

/** How far down its scroller an element begins, kept current while what stands above it changes. */
function useOffset(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
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
