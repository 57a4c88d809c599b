import type { EmulatorCore } from './emulator-core.ts';

/** Characters that one cell shows: a letter with its marks, or an emoji of several. */
const MAX_CHARACTERS = 32;

interface LinePrototype {
  addCodepointToCell(this: { readonly _combined: Record<number, string> }, column: number, ...rest: number[]): void;
  isShort?: boolean;
}

/**
 * Lets no cell grow without end: a program may print combining marks for ever, and a cell takes them all. Server and
 * page ignore the same ones, so that their screens stay equal.
 */
export function keepCellsShort({ buffers }: EmulatorCore): void {
  const line = buffers.normal.lines.get(0);
  const prototype = Object.getPrototypeOf(line) as LinePrototype;
  // Every line of every terminal has it.
  if (prototype.isShort === true) return;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the line that it is of
  const add = prototype.addCodepointToCell;
  prototype.addCodepointToCell = function addToCell(column, ...rest) {
    if ((this._combined[column]?.length ?? 0) < MAX_CHARACTERS) add.call(this, column, ...rest);
  };
  prototype.isShort = true;
}
