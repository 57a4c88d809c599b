/** The row below the input box names vim's mode; in normal mode it is empty. */
const INDICATOR = /^\s*-- ([A-Z]+)/u;

/**
 * Tells whether the keys of the input box are those of vim's normal mode. That mode looks like a box without vim, so
 * earlier screens and the status line decide: the screen names every other mode of vim, and the status line reports
 * each mode.
 */
export class VimMode {
  #told: string | null = null;
  #hasIndicator = false;

  /** Takes the mode of the status line; null if the box has no modes. */
  told(mode: string | null): void {
    this.#told = mode;
    if (mode === null) this.#hasIndicator = false;
  }

  /** Call it when the box inserted a mode key as text, so it is in no mode of vim. */
  forget(): void {
    this.told(null);
  }

  /** Call it with every screen. `below`: the first row below the input box. */
  see(below: string): void {
    if (INDICATOR.test(below)) this.#hasIndicator = true;
  }

  isNormal(below: string): boolean {
    this.see(below);
    const [, shown] = INDICATOR.exec(below) ?? [];
    if (shown !== undefined) return shown !== 'INSERT';
    // The person can hide the indicator.
    return this.#hasIndicator || (this.#told !== null && this.#told !== 'INSERT');
  }
}
