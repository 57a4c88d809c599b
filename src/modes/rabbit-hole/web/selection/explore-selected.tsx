import { ArrowDownToDot } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { shownKeys } from '#elements/web/page/page-actions.ts';

import { placeBeside, WIDTH_PX } from './place-beside.ts';
import type { SelectedWords } from './selected-words.ts';

interface ExploreSelectedProps {
  readonly selected: SelectedWords;
  readonly keys: string;
  readonly onExplore: () => void;
}

/** Floats beside the selected words. */
export function ExploreSelected({ selected: { box, words }, keys, onExplore }: ExploreSelectedProps) {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const log = document.querySelector('[role="log"]')?.getBoundingClientRect();
  const { left, top } = placeBeside(box, { bottom: log?.bottom ?? innerHeight, width: innerWidth }, isTouch);
  return (
    <Button
      aria-keyshortcuts={keys}
      aria-description={words}
      title={`Follow “${words}” in a conversation of its own (${shownKeys(keys)})`}
      style={{ left, top, width: WIDTH_PX }}
      // A press would clear the selection first.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onExplore}
      className="appear fixed z-10 shadow-float"
    >
      <Icon of={ArrowDownToDot} />
      Explore this
    </Button>
  );
}
