import { ListPlus } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import type { TextActionProps } from '#session/web/contribution/contribution.ts';

import { openMakePoints } from './make-points-opening.ts';

/** Makes recall points of a text, which is kept as a source first, so that each point can lead back to its sentence. */
export function PointsOfText({ keep }: TextActionProps) {
  const make = async () => {
    const source = await keep();
    if (source) openMakePoints(source);
  };
  return (
    <IconButton label="Make recall points" onClick={() => void make()}>
      <Icon of={ListPlus} />
    </IconButton>
  );
}
