/** A button of the composer, which also has keys. */
export interface ComposerAction {
  readonly label: string;
  /** As in `aria-keyshortcuts`, for example `Alt+H`. */
  readonly keys: string;
  /** What it does and what follows from it, in a short sentence. */
  readonly note: string;
  /** What follows from it, beside the button. */
  readonly cost?: string;
  readonly run: () => void;
}
