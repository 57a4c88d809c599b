import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

import { MakePointsDialog } from './make-points-dialog.tsx';

/** The button of a source that makes recall points of it. */
export function MakePoints(source: SourceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Make recall points</Button>
      {isOpen && <MakePointsDialog {...source} onClose={() => setOpen(false)} />}
    </>
  );
}
