import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

interface EditConflictProps {
  /** The text as it is stored now. */
  readonly theirs: string;
  readonly onMine: () => void;
  readonly onBoth: () => void;
  readonly onResolved: () => void;
}

/** The source was changed somewhere else meanwhile. Both texts are there until the person decides. */
export function EditConflict({ theirs, onMine, onBoth, onResolved }: EditConflictProps) {
  const [isShown, setShown] = useState(false);
  const both = () => {
    onBoth();
    onResolved();
  };
  return (
    <div role="alert" className="border-l-2 border-warn pl-4">
      <p>This source was changed in another tab or on another device. Your words are still here, unsaved.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={both}>Keep both texts</Button>
        <Button onClick={onMine}>Save mine over it</Button>
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the other text' : 'Show the other text'}
        </Button>
      </div>
      {isShown && (
        <div
          dir="auto"
          className="say plain-shaping mt-3 max-h-[40dvh] overflow-y-auto rounded-small border border-line p-3 whitespace-pre-wrap"
        >
          {theirs}
        </div>
      )}
    </div>
  );
}
