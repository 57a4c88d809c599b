import { ArrowDownToDot } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { shownKeys } from '#elements/web/page/page-actions.ts';

import type { SelectedWords } from './selected-words.ts';

interface ExploreSelectedProps {
  readonly selected: SelectedWords;
  readonly keys: string;
  readonly onExplore: () => void;
}

const WIDTH_PX = 136;
const HEIGHT_PX = 34;
const APART_PX = 8;
const EDGE_PX = 8;
/** The header stands above what is said. */
const HEADER_PX = 60;

/** Floats by the words that are selected: above them, or below where a finger's handles and menu would cover it. */
export function ExploreSelected({ selected: { box, words }, keys, onExplore }: ExploreSelectedProps) {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const middle = (box.left + box.right) / 2 - WIDTH_PX / 2;
  const left = Math.max(EDGE_PX, Math.min(middle, innerWidth - WIDTH_PX - EDGE_PX));
  const above = box.top - HEIGHT_PX - APART_PX;
  const below = box.bottom + (isTouch ? 3 * APART_PX : APART_PX);
  const top = isTouch || above < HEADER_PX ? below : above;
  return (
    <Button
      aria-keyshortcuts={keys}
      aria-description={words}
      title={`Follow “${words}” in a conversation of its own (${shownKeys(keys)})`}
      style={{ left, top: Math.min(top, innerHeight - HEIGHT_PX - EDGE_PX), width: WIDTH_PX }}
      // Pressing it would take the selection away first.
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
