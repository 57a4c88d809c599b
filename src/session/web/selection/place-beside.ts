import type { SelectedWords } from './use-selected-words.ts';

interface Room {
  /** The end of the transcript, where the composer begins. */
  readonly bottom: number;
  readonly width: number;
  /** The width of the toolbar. */
  readonly needed: number;
}

const HEIGHT_PX = 34;
const APART_PX = 8;
/** Height of touch selection handles, in px. */
const HANDLE_PX = 24;
const EDGE_PX = 8;
/** Height of the header, in px. */
const HEADER_PX = 60;

/**
 * Places the toolbar above the selected words; below them for touch, because the system menu is above; on the other
 * side if it would cover the composer, and at the edge if the words fill the room.
 */
export function placeBeside(box: SelectedWords['box'], room: Room, isTouch: boolean): { left: number; top: number } {
  const middle = (box.left + box.right) / 2 - room.needed / 2;
  const left = Math.max(EDGE_PX, Math.min(middle, room.width - room.needed - EDGE_PX));
  const above = box.top - HEIGHT_PX - APART_PX;
  const below = box.bottom + (isTouch ? HANDLE_PX : APART_PX);
  const lowest = room.bottom - HEIGHT_PX - EDGE_PX;
  const fits = (top: number) => top >= HEADER_PX && top <= lowest;
  const top = (isTouch ? [below, above] : [above, below]).find(fits);
  return { left, top: top ?? Math.max(HEADER_PX, Math.min(below, lowest)) };
}
