import type { IBufferCell, Terminal } from '@xterm/headless';

/** The rows of the window, with each dim or grey cell replaced by a space. Other cells keep their columns. */
export function solidRows({ buffer: { active }, rows, cols }: Terminal): readonly string[] {
  return Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    let text = '';
    let cell: IBufferCell | undefined;
    for (let column = 0; line && column < cols; column += 1) {
      cell = line.getCell(column, cell);
      // Skips the second half of a wide character.
      if (!cell || cell.getWidth() === 0) continue;
      text += isFaint(cell) || cell.getChars() === '' ? ' ' : cell.getChars();
    }
    return text.trimEnd();
  });
}

/** Range of the greys in which themes paint unimportant text. */
const MIN_GREY = 0x40;
const MAX_GREY = 0xc0;
const BRIGHT_BLACK = 8;
const FIRST_GREY_OF_PALETTE = 236;
const LAST_GREY_OF_PALETTE = 250;

function isFaint(cell: IBufferCell): boolean {
  if (cell.isInverse()) return false;
  if (cell.isDim()) return true;
  const color = cell.getFgColor();
  if (cell.isFgPalette())
    return color === BRIGHT_BLACK || (color >= FIRST_GREY_OF_PALETTE && color <= LAST_GREY_OF_PALETTE);
  const [red, green, blue] = [color >> 16, (color >> 8) & 0xff, color & 0xff];
  return cell.isFgRGB() && red === green && green === blue && red >= MIN_GREY && red <= MAX_GREY;
}
