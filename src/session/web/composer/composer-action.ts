/** A button of the composer, which also has keys. */
export interface ComposerAction {
  readonly label: string;
  /** As in `aria-keyshortcuts`, for example `Alt+H`. */
  readonly keys: string;
  /** Its effect and consequences, in a short sentence. */
  readonly note: string;
  /** Its consequence, shown beside the button. */
  readonly cost?: string;
  /** Why it can do nothing now. */
  readonly off?: string | undefined;
  readonly run: () => void;
}
