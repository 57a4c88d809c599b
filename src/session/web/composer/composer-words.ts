/** What the composer says of itself. */
export interface ComposerWords {
  readonly label: string;
  readonly placeholder: string;
  /** Stands below what is written; without one, how it is sent. */
  readonly note?: string;
}
