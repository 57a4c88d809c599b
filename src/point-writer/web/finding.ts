/** A proposed point that may be kept. */
export interface Finding {
  readonly text: string;
  /** Its source sentence; empty for the person's own point. */
  readonly sentence: string;
  readonly isKept: boolean;
}

export function isChosen({ text, isKept }: Finding): boolean {
  return isKept && text.trim() !== '';
}
