import { ArrowDownToDot } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { shownKeys } from '#elements/web/page/page-actions.ts';

import { TRUNK } from '../../domain/thread.ts';
import { Contributed, useContributed } from '../contribution/contributed.tsx';
import { placeBeside } from './place-beside.ts';
import type { SelectedWords } from './use-selected-words.ts';

interface SelectionBarProps {
  readonly selected: SelectedWords;
  readonly session: string;
  /** The shortcut of `onExplore`. */
  readonly keys?: string;
  /** Null if the selection is too long for the topic of a tangent. */
  readonly onExplore: (() => void) | null;
  readonly onDone: () => void;
}

const EXPLORE_PX = 136;
const ACTION_PX = 38;

/** Floats beside selected words: explores them, and shows the buttons of other slices. */
export function SelectionBar({ selected, session, keys, onExplore, onDone }: SelectionBarProps) {
  const forReplies = useContributed(({ selectionAction }) => selectionAction);
  const { box, words, text, author } = selected;
  const actions = author === 'person' ? [] : forReplies;
  if (!onExplore && actions.length === 0) return null;
  return (
    <SelectionToolbar box={box} needed={(onExplore ? EXPLORE_PX : 0) + actions.length * ACTION_PX}>
      {onExplore && (
        <Button
          aria-keyshortcuts={keys}
          aria-description={words ?? undefined}
          title={`Follow “${words ?? ''}” in a conversation of its own (${shownKeys(keys ?? '')})`}
          onClick={onExplore}
          className="shadow-float"
          style={{ width: EXPLORE_PX }}
        >
          <Icon of={ArrowDownToDot} />
          Explore this
        </Button>
      )}
      <Contributed parts={actions} props={{ session, thread: TRUNK, text, onDone }} />
    </SelectionToolbar>
  );
}

interface SelectionToolbarProps extends Pick<SelectedWords, 'box'> {
  /** Its width, in px. */
  readonly needed: number;
  readonly children: ReactNode;
}

/** Buttons beside the selection in the transcript. */
export function SelectionToolbar({ box, needed, children }: SelectionToolbarProps) {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const log = document.querySelector('[role="log"]')?.getBoundingClientRect();
  const { left, top } = placeBeside(box, { bottom: log?.bottom ?? innerHeight, width: innerWidth, needed }, isTouch);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Selected words"
      style={{ left, top }}
      // A press would otherwise clear the selection first.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="appear fixed z-10 flex gap-1"
    >
      {children}
    </div>
  );
}
