import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { figure } from '#elements/web/text/figures.ts';

import type { RecallPoint, SetDetail } from '../../sets/protocol.ts';
import { PasteDialog } from '../../sets/web/paste/paste-dialog.tsx';
import { PointEditor } from '../../sets/web/points/point-editor.tsx';
import { type PointActions, usePoints } from '../../sets/web/points/use-points.ts';
import { useBegin } from '../../sets/web/use-begin.ts';
import type { SetStatistics } from '../../statistics/protocol.ts';
import { filterPoints, isAskedFor, NO_FILTER, type NumberedPoint, type PointFilter, tagsIn } from './point-filter.ts';
import { PointRow } from './point-row.tsx';
import { PointToolbar } from './point-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Selection, useSelection } from './use-selection.ts';

const BUFFER_PX = 800;
/** With fewer points there is nothing to search. */
const MIN_FOR_TOOLBAR = 9;
/** Sets up to this length are rendered completely. */
const FEW = 50;
/** The next row moves under the pointer, so the second click of a double click is ignored. */
const APART_MS = 500;

interface PointsSectionProps {
  readonly set: SetDetail;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Undefined until they are loaded. */
  readonly statistics: SetStatistics | undefined;
  readonly className: string;
}

/** Rows that fit beside the curve; the rest is shown on request. */
const FIRST_SHOWN = 12;
/** A few more do not justify a button. */
const MAX_WITHOUT_BUTTON = 15;
const NONE: readonly string[] = [];

/** The points of a set, to add and edit. Points to be asked for today are hidden until requested. */
export function PointsSection({ set, scroller, statistics, className }: PointsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [showsAnswers, setShowsAnswers] = useState<boolean | null>(null);
  const isSessionOpen = set.openSession !== null;
  const isHidden = useCallback(
    (point: RecallPoint) => !(showsAnswers ?? !isAskedFor(point, set.day, isSessionOpen)),
    [showsAnswers, set.day, isSessionOpen],
  );
  const hidesSome = useMemo(() => set.items.some(isHidden), [set.items, isHidden]);
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!showsAll) return undefined;
    // The button is gone, so the focus moves to the first new row. A long list shows it only after measuring it.
    let frame = requestAnimationFrame(function focusRow() {
      const row = section.current?.querySelector<HTMLElement>(`[data-point="${FIRST_SHOWN + 1}"]`);
      row?.focus({ preventScroll: true });
      if (document.activeElement === section.current) frame = requestAnimationFrame(focusRow);
    });
    return () => cancelAnimationFrame(frame);
  }, [showsAll]);
  const tags = useMemo(() => tagsIn(set.items), [set.items]);
  const [given, setFilter] = useState(NO_FILTER);
  // The last point with this tag may have lost it.
  const filter = useMemo(() => (tags.includes(given.tag) ? given : withoutTag(given)), [given, tags]);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterPoints(set.items, wanted, set.day), [set.items, wanted, set.day]);
  const selection = useSelection(found);
  const { begin, isBeginning } = useBegin();
  const actions = usePoints(set.id);
  const addButton = useFocusAfterClose(isAdding);
  const isEmpty = set.items.length === 0;
  const isCut = !showsAll && wanted === NO_FILTER && selection.ids === null && found.length > MAX_WITHOUT_BUTTON;
  const ways = (
    <>
      <Button look={isEmpty ? 'primary' : 'outlined'} onClick={() => setPasting(true)}>
        Paste points
      </Button>
      <Button ref={addButton} onClick={() => setAdding(true)}>
        Add point
      </Button>
    </>
  );
  if (isEmpty && !isAdding)
    return (
      <div className={className}>
        <EmptyState action={ways}>
          This set is empty. Write its points, one thought each, or paste many at once.
        </EmptyState>
        {isPasting && <PasteDialog setId={set.id} onClose={() => setPasting(false)} />}
      </div>
    );
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Points"
      className={`outline-none min-w-0 rounded-medium border border-line bg-surface px-4 pt-4 pb-5 wide:px-5 ${className}`}
    >
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-2">
        <h2 className="mr-auto text-sm leading-snug font-semibold">Points</h2>
        {filter.tag !== '' && (
          <Button look="quiet" disabled={isBeginning} onClick={() => begin(set.id, [filter.tag])}>
            {`Recall “${filter.tag}”`}
          </Button>
        )}
        {!isEmpty && selection.ids === null && (
          <Button look="quiet" onClick={selection.start}>
            Select
          </Button>
        )}
      </div>
      {(set.points >= MIN_FOR_TOOLBAR || tags.length > 0) && (
        <PointToolbar filter={filter} onFilter={setFilter} tags={tags} found={found.length} />
      )}
      {!isEmpty && (
        <PointList
          points={isCut ? found.slice(0, FIRST_SHOWN) : found}
          isFew={set.items.length <= FEW}
          selection={selection}
          today={set.day}
          isHidden={isHidden}
          missed={statistics?.missedToday ?? NONE}
          hasBars={differ(set.items)}
          actions={actions}
          scroller={scroller}
        />
      )}
      {isCut && (
        <Button look="quiet" className="mt-1 -ml-3" onClick={() => setShowsAll(true)}>
          {`Show all ${figure(set.points)} points`}
        </Button>
      )}
      {selection.ids && <SelectionBar setId={set.id} selection={selection} ids={selection.ids} shown={found.length} />}
      {isAdding && <PointEditor name="New point" isNew onSave={actions.add} onClose={() => setAdding(false)} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!isEmpty && (
          <Button
            look="quiet"
            className="mr-auto -ml-3 max-wide:w-full max-wide:justify-start"
            onClick={() => setShowsAnswers(hidesSome)}
          >
            {hidesSome ? 'Show the answers' : 'Hide the answers'}
          </Button>
        )}
        {ways}
      </div>
      {isPasting && <PasteDialog setId={set.id} onClose={() => setPasting(false)} />}
    </section>
  );
}

const withoutTag = (filter: PointFilter) => (filter.tag === '' ? filter : { ...filter, tag: '' });

/** Points whose chances of recall differ by less have no bars. */
const MIN_DIFFERENCE = 0.1;

function differ(points: readonly RecallPoint[]): boolean {
  const chances = points.flatMap(({ retrievability }) => retrievability ?? []);
  return chances.length > 1 && Math.max(...chances) - Math.min(...chances) >= MIN_DIFFERENCE;
}

interface PointListProps {
  readonly points: readonly NumberedPoint[];
  /** Keeps the kind of list when more of the set is shown: a new list would scroll while it measures its rows. */
  readonly isFew: boolean;
  readonly selection: Selection;
  /** The person's current day. */
  readonly today: string;
  readonly isHidden: (point: RecallPoint) => boolean;
  readonly missed: readonly string[];
  readonly hasBars: boolean;
  readonly actions: PointActions;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** A list for thousands of points: beyond a few, only rows near the viewport and the edited one are rendered. */
function PointList(props: PointListProps) {
  const { points, isFew, selection, today, isHidden, missed, hasBars, actions, scroller } = props;
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
  const editingIndex = editingId === null ? -1 : points.findIndex(({ point }) => point.id === editingId);
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
  const row = ({ point, number }: NumberedPoint) => (
    <PointRow
      key={point.id}
      point={point}
      number={number}
      today={today}
      isHidden={isHidden(point) && !askedIds.has(point.id)}
      isMissed={missedIds.has(point.id)}
      hasBar={hasBars}
      isOpen={openIds.has(point.id)}
      onToggle={toggle}
      onAsk={ask}
      isEditing={point.id === editingId}
      onEdit={setEditingId}
      onClose={close}
      onSave={actions.change}
      onRemove={remove}
      isSelected={selection.ids && selection.ids.has(point.id)}
      onSelect={selection.toggle}
    />
  );
  return (
    <section ref={list} tabIndex={-1} aria-label="Points of this set" className="@container outline-none">
      {isFew ? (
        <ul>
          {points.map((each) => (
            <li key={each.point.id}>{row(each)}</li>
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
