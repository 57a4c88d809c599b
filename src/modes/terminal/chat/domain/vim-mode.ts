/** Below the input box; in vim's normal mode there is nothing. */
const INDICATOR = /^\s*-- ([A-Z]+)/u;

/**
 * Whether the keys of the input box are those of vim's normal mode. Its screen is that of a box without vim, so what was
 * seen and told before decides: the screen names every other mode of vim, and the status line gets the name of each.
 */
export class VimMode {
  #told: string | null = null;
  #hasIndicator = false;

  /** By the status line; null where the box has no modes. */
  told(mode: string | null): void {
    this.#told = mode;
    if (mode === null) this.#hasIndicator = false;
  }

  /** The box turned out to insert every key as text, so it is not in a mode of vim. */
  forget(): void {
    this.told(null);
  }

  /** Shows every screen to it. `below`: the first row below the input box. */
  see(below: string): void {
    if (INDICATOR.test(below)) this.#hasIndicator = true;
  }

  isNormal(below: string): boolean {
    this.see(below);
    const [, shown] = INDICATOR.exec(below) ?? [];
    if (shown !== undefined) return shown !== 'INSERT';
    // The person may have hidden it.
    return this.#hasIndicator || (this.#told !== null && this.#told !== 'INSERT');
  }
}
