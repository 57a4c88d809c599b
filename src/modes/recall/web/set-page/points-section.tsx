import { type RefObject, useEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { figure } from '#elements/web/text/figures.ts';

import type { SetDetail } from '../../sets/protocol.ts';
import { PasteDialog } from '../../sets/web/paste/paste-dialog.tsx';
import { PointEditor } from '../../sets/web/points/point-editor.tsx';
import { usePoints } from '../../sets/web/points/use-points.ts';
import type { SetStatistics } from '../../statistics/protocol.ts';
import { PointList } from './point-list.tsx';

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

/** The points of a set, to add and edit. Their text is hidden after the first session, until requested. */
export function PointsSection({ set, scroller, statistics, className }: PointsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const [isPasting, setPasting] = useState(false);
  // Before the first session the text is what there is to read.
  const isNew = set.fresh === set.points && set.openSession === null;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const showsAnswers = chosen ?? isNew;
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button is gone, so the focus moves to the first new row, or to the list.
    if (showsAll)
      (section.current?.querySelector<HTMLElement>(`[data-point="${FIRST_SHOWN + 1}"]`) ?? section.current)?.focus();
  }, [showsAll]);
  const actions = usePoints(set.id);
  const addButton = useFocusAfterClose(isAdding);
  const isEmpty = set.items.length === 0;
  const isCut = !showsAll && set.items.length > MAX_WITHOUT_BUTTON;
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
      <h2 className="mb-2 text-sm leading-snug font-semibold">Points</h2>
      {!isEmpty && (
        <PointList
          points={isCut ? set.items.slice(0, FIRST_SHOWN) : set.items}
          today={set.day}
          showsAnswers={showsAnswers}
          missed={statistics?.missedToday ?? NONE}
          actions={actions}
          scroller={scroller}
        />
      )}
      {isCut && (
        <Button look="quiet" className="mt-1 -ml-3" onClick={() => setShowsAll(true)}>
          {`Show all ${figure(set.items.length)} points`}
        </Button>
      )}
      {isAdding && <PointEditor name="New point" isNew onSave={actions.add} onClose={() => setAdding(false)} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!isEmpty && (
          <Button
            look="quiet"
            className="mr-auto -ml-3 max-wide:w-full max-wide:justify-start"
            onClick={() => setChosen(!showsAnswers)}
          >
            {showsAnswers ? 'Hide the answers' : 'Show the answers'}
          </Button>
        )}
        {ways}
      </div>
      {isPasting && <PasteDialog setId={set.id} onClose={() => setPasting(false)} />}
    </section>
  );
}
