import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';

interface FinishButtonProps {
  /** How many points are not recalled yet. */
  readonly left: number;
  readonly onFinish: () => void;
}

/** Ends the session. While points are left it says first what becomes of them, because an end is final. */
export function FinishButton({ left, onFinish }: FinishButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="px-2 wide:px-3"
        aria-label="Finish and see results"
        onClick={() => (left === 0 ? onFinish() : setOpen(true))}
      >
        <span className="@min-[640px]:hidden">Finish</span>
        <span className="hidden @min-[640px]:inline">Finish and see results</span>
      </Button>
      {isOpen && (
        <Dialog
          title="Finish this session?"
          description={`${left === 1 ? 'One point is' : `${left} points are`} not recalled yet. What you were asked for comes back soon.`}
          onClose={() => setOpen(false)}
        >
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Go on</Button>
            <Button
              look="primary"
              onClick={() => {
                setOpen(false);
                onFinish();
              }}
            >
              Finish now
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
