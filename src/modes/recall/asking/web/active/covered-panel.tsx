import { useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';

interface CoveredPanelProps {
  readonly onContinue: () => void;
  readonly onDone: () => void;
  /** False while the person is typing: then the focus stays there. */
  readonly mayTakeFocus: boolean;
}

/** Shown in the transcript when every point is recalled. */
export function CoveredPanel({ onContinue, onDone, mayTakeFocus }: CoveredPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const takesFocus = useRef(mayTakeFocus);
  useEffect(() => {
    if (takesFocus.current) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pb-6 wide:px-6">
      <section
        ref={panel}
        tabIndex={-1}
        aria-labelledby="covered-title"
        aria-describedby="covered-text"
        className="appear rounded-none border-l-2 border-accent py-0.5 pl-4 outline-none"
      >
        <output className="block">
          <h2 id="covered-title" className="font-semibold">
            You've covered everything!
          </h2>
          <p id="covered-text" className="text-ink-soft">
            Go on talking about it, or finish and see when each point comes back.
          </p>
        </output>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onContinue}>Continue discussion</Button>
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        </div>
      </section>
    </div>
  );
}
