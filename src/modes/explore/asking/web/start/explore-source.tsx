import { Compass } from 'lucide-react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import type { CheckedSourcesProps, PassageActionProps, SourceProps } from '#session/web/contribution/contribution.ts';

import { useBeginExplore } from '../use-begin-explore.ts';

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

/** Begins an exploration of selected words of a source: pins the source and puts the words in the message. */
export function ExplorePassage({ sourceId, words }: PassageActionProps) {
  const { begin, isBeginning } = useBeginExplore();
  return (
    <IconButton
      label="Explore these words"
      aria-disabled={isBeginning || undefined}
      onClick={() => {
        if (!isBeginning) begin({ manualSourceIds: [sourceId], words: `“${words}”\n\n` });
      }}
    >
      <Icon of={Compass} />
    </IconButton>
  );
}
