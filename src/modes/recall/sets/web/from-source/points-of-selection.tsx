import { ListPlus } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import type { SelectionActionProps } from '#session/web/contribution/contribution.ts';

import { usePointsOfWords } from './use-points-of-words.ts';

/** Makes recall points of selected words of an agent. */
export function PointsOfSelection({ session, thread, text, onDone }: SelectionActionProps) {
  const { mutate, isPending } = usePointsOfWords(onDone);
  return (
    <IconButton
      label="Make recall points of the selected words"
      onClick={() => {
        if (!isPending) mutate({ session, thread, text });
      }}
      className="border border-line-strong bg-surface shadow-float"
    >
      <Icon of={ListPlus} />
    </IconButton>
  );
}
