export interface ComposerWords {
  readonly label: string;
  readonly placeholder: string;
  /** Below the text. Omitted: how to send. */
  readonly note?: string;
}
