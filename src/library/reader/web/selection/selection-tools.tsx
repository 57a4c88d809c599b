import { MessageSquarePlus } from 'lucide-react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import type { PassageActionProps } from '#session/web/contribution/contribution.ts';
import { placeBeside } from '#session/web/selection/place-beside.ts';

import { COLOR_NAMES, HIGHLIGHT_COLORS, HighlightSwatch } from '../../../highlights/web/highlight-look.tsx';
import type { HighlightColor } from '../../../storage/protocol.ts';
import type { SelectedRange } from './use-selected-range.ts';

interface SelectionToolsProps extends PassageActionProps {
  readonly selected: SelectedRange;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The colour that the keyboard shortcut applies. */
  readonly usual: HighlightColor;
  readonly onHighlight: (color: HighlightColor) => void;
  readonly onNote: () => void;
}

const BUTTON_PX = 38;
const EDGE_PX = 8;

/**
 * Actions for selected words: beside the words after a mouse selection, and at the top of the text for touch, for keys,
 * and when the words are out of view.
 */
export function SelectionTools({ selected, scroller, usual, onHighlight, onNote, ...passage }: SelectionToolsProps) {
  const actions = useContributed(({ passageAction }) => passageAction);
  const needed = (HIGHLIGHT_COLORS.length + 1 + actions.length) * BUTTON_PX + 10;
  return createPortal(
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Selected words"
      style={placeOf(selected, scroller.current, needed)}
      // Otherwise a press would clear the selection first.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="appear fixed z-10 flex gap-1 rounded-medium border border-line-strong bg-surface p-1 shadow-float"
    >
      {HIGHLIGHT_COLORS.map((color) => (
        <IconButton
          key={color}
          label={`Highlight in ${COLOR_NAMES[color].toLowerCase()}`}
          {...(color === usual && { 'aria-keyshortcuts': 'Alt+H', title: 'Highlight (Alt-H)' })}
          onClick={() => onHighlight(color)}
        >
          <HighlightSwatch color={color} />
        </IconButton>
      ))}
      <IconButton label="Highlight with a note" onClick={onNote}>
        <Icon of={MessageSquarePlus} />
      </IconButton>
      <Contributed parts={actions} props={passage} />
    </div>,
    // A modal sheet ignores presses outside itself, so the actions are rendered inside it.
    scroller.current?.closest('[role="dialog"]') ?? document.body,
  );
}

function placeOf({ by, box }: SelectedRange, scroller: HTMLElement | null, needed: number) {
  const room = scroller?.getBoundingClientRect();
  const isInView = box !== null && room !== undefined && box.bottom > room.top && box.top < room.bottom;
  if (by === 'mouse' && isInView) return placeBeside(box, { bottom: room.bottom, width: innerWidth, needed }, false);
  const top = (room?.top ?? 0) + EDGE_PX;
  const middle = ((room?.left ?? 0) + (room?.right ?? innerWidth)) / 2 - needed / 2;
  return { left: Math.max(EDGE_PX, Math.min(middle, innerWidth - needed - EDGE_PX)), top };
}
