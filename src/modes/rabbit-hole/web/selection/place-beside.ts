import type { SelectedWords } from './selected-words.ts';

interface Room {
  /** What is said ends here, and writing begins. */
  readonly bottom: number;
  readonly width: number;
}

export const WIDTH_PX = 136;
const HEIGHT_PX = 34;
const APART_PX = 8;
/** A finger's handles hang below what it has selected. */
const HANDLE_PX = 24;
const EDGE_PX = 8;
/** The header stands above what is said. */
const HEADER_PX = 60;

/**
 * Above the words that are selected, or below them where a finger has its menu above; on the other side where that would
 * cover what one writes in, and at the edge of the room where the words fill it.
 */
export function placeBeside(box: SelectedWords['box'], room: Room, isTouch: boolean): { left: number; top: number } {
  const middle = (box.left + box.right) / 2 - WIDTH_PX / 2;
  const left = Math.max(EDGE_PX, Math.min(middle, room.width - WIDTH_PX - EDGE_PX));
  const above = box.top - HEIGHT_PX - APART_PX;
  const below = box.bottom + (isTouch ? HANDLE_PX : APART_PX);
  const lowest = room.bottom - HEIGHT_PX - EDGE_PX;
  const fits = (top: number) => top >= HEADER_PX && top <= lowest;
  const top = (isTouch ? [below, above] : [above, below]).find(fits);
  return { left, top: top ?? Math.max(HEADER_PX, Math.min(below, lowest)) };
}
