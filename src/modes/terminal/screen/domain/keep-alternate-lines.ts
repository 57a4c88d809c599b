import type { Attributes, EmulatorBuffer, EmulatorCore, EmulatorLine } from './emulator-core.ts';

interface AlternateBuffer extends EmulatorBuffer {
  readonly _hasScrollback: boolean;
  readonly _rows: number;
  keptLines?: readonly EmulatorLine[];
  clear(): void;
  fillViewportRows(attributes?: Attributes): void;
}

/** What every buffer of every terminal has. */
interface BufferPrototype {
  clear(this: AlternateBuffer): void;
  fillViewportRows(this: AlternateBuffer, attributes?: Attributes): void;
  keepsLines?: boolean;
}

/**
 * Reuses the lines of the alternate screen. xterm.js 6.0.0 allocates all of them whenever a program switches to that
 * screen, so 16 bytes of output cost more memory and time than any others.
 */
export function keepAlternateLines({ buffers }: EmulatorCore): void {
  const prototype = Object.getPrototypeOf(buffers.alt) as BufferPrototype;
  if (prototype.keepsLines === true) return;
  prototype.keepsLines = true;
  // oxlint-disable-next-line typescript/unbound-method -- they are called on the buffer that they are of
  const { clear, fillViewportRows } = prototype;
  prototype.clear = function clearAll() {
    if (!this._hasScrollback)
      this.keptLines = Array.from({ length: this.lines.length }, (_, row) => this.lines.get(row)).filter(
        (line) => line !== undefined,
      );
    clear.call(this);
  };
  prototype.fillViewportRows = function fillAll(attributes) {
    const kept = this.keptLines ?? [];
    const blank = attributes && kept.length === this._rows ? this.getBlankLine(attributes) : undefined;
    const canUse =
      blank !== undefined && this.lines.length === 0 && kept.every(({ length }) => length === blank.length);
    if (canUse)
      for (const line of kept) {
        line.copyFrom(blank);
        this.lines.push(line);
      }
    else fillViewportRows.call(this, attributes);
  };
}
