import { Button } from '#elements/web/button.tsx';
import type { CheckedSourcesProps, SourceProps } from '#session/web/contribution/contribution.ts';

import { useBeginExplore } from '../use-begin-explore.ts';

/** The button of a source that begins an exploration with it pinned. */
export function ExploreSource({ sourceId }: SourceProps) {
  const { begin, isBeginning } = useBeginExplore();
  return (
    <Button isBusy={isBeginning} onClick={() => begin({ manualSourceIds: [sourceId] })}>
      Explore
    </Button>
  );
}

/** Begins an exploration with the checked sources pinned. */
export function ExploreChecked({ sourceIds }: CheckedSourcesProps) {
  const { begin, isBeginning } = useBeginExplore();
  return (
    <Button
      look="quiet"
      className="px-2"
      isBusy={isBeginning}
      onClick={() => begin({ manualSourceIds: [...sourceIds] })}
    >
      Explore
    </Button>
  );
}
