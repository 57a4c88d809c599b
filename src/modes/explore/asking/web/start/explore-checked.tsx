import { Button } from '#elements/web/button.tsx';
import type { CheckedSourcesProps } from '#session/web/contribution/contribution.ts';

import { useBeginExplore } from '../use-begin-explore.ts';

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
