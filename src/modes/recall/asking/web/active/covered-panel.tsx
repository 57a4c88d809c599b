import { useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';

interface CoveredPanelProps {
  /** Number of points that are not recalled; each was asked for. */
  readonly left: number;
  readonly total: number;
  readonly onContinue: () => void;
  readonly onDone: () => void;
  /** False while the person is typing: then the focus stays there. */
  readonly mayTakeFocus: boolean;
}

/** Shown in the transcript when every point is recalled, or nothing is left to ask for. */
export function CoveredPanel({ left, total, onContinue, onDone, mayTakeFocus }: CoveredPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const takesFocus = useRef(mayTakeFocus);
  useEffect(() => {
    if (takesFocus.current) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pt-2 pb-6 wide:px-6">
      <section
        ref={panel}
        tabIndex={-1}
        aria-labelledby="covered-title"
        aria-describedby="covered-text"
        className="appear rounded-none border-l-2 border-accent py-0.5 pl-4 outline-none"
      >
        <output className="block">
          <h2 id="covered-title" className="font-semibold">
            {left === 0 ? "You've covered everything!" : 'That was every question for now'}
          </h2>
          <p id="covered-text" className="text-ink-soft">
            {left === 0
              ? 'Go on talking about it, or finish and see when each point comes back.'
              : `${total - left} of ${total} points are recalled. Add what comes to mind, or finish and see when each point comes back.`}
          </p>
        </output>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onContinue}>{left === 0 ? 'Continue discussion' : 'Add something'}</Button>
          <Button look="primary" onClick={onDone}>
            {left === 0 ? 'Done' : 'Finish'}
          </Button>
        </div>
      </section>
    </div>
  );
}
