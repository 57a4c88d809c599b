import { type RefObject, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/empty-state.tsx';

import type { SetDetail } from '../../protocol.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { PointEditor } from './point-editor.tsx';
import { PointList } from './point-list.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import { usePoints } from './use-points.ts';

interface PointsSectionProps {
  readonly set: SetDetail;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The points of a set, to add to and to edit. Their text stays away until it is asked for. */
export function PointsSection({ set, scroller }: PointsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [showsAnswers, setShowsAnswers] = useState(false);
  const actions = usePoints(set.id);
  const addButton = useFocusAfter(isAdding);
  const isEmpty = set.items.length === 0;
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
  return (
    <section className="mt-6">
      {isEmpty && !isAdding && (
        <EmptyState action={ways}>
          This set is empty. Write its points, one thought each, or paste many at once.
        </EmptyState>
      )}
      {(!isEmpty || isAdding) && (
        <div className="mb-3 flex flex-wrap items-center gap-1 wide:gap-2">
          <h2 className="mr-auto basis-full text-sm font-semibold wide:basis-auto">Points</h2>
          {!isEmpty && (
            <Button look="quiet" className="-ml-3 wide:ml-0" onClick={() => setShowsAnswers(!showsAnswers)}>
              {showsAnswers ? 'Hide the answers' : 'Show the answers'}
            </Button>
          )}
          {ways}
        </div>
      )}
      {isAdding && <PointEditor name="New point" isNew onSave={actions.add} onClose={() => setAdding(false)} />}
      {!isEmpty && <PointList points={set.items} showsAnswers={showsAnswers} actions={actions} scroller={scroller} />}
      {isPasting && <PasteDialog setId={set.id} onClose={() => setPasting(false)} />}
    </section>
  );
}
