/** A word of a text with its position in UTF-16 units. */
export interface Word {
  /** As written, folded. */
  readonly form: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** Its clause, counted from 0. */
  readonly clause: number;
  readonly isContent: boolean;
  readonly isNegator: boolean;
  readonly isNumber: boolean;
}
