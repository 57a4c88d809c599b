/** Something that is asked for with a button of the composer, or with its keys. */
export interface ComposerAction {
  readonly label: string;
  /** For example `Alt+H`, as `aria-keyshortcuts` has it. */
  readonly keys: string;
  /** What it does and what it means, in a short sentence. */
  readonly note: string;
  readonly run: () => void;
}
