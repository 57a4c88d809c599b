/** Totals of the reviews on one of the person's days. */
export interface ReviewedDay {
  readonly day: string;
  /** Reviews that count after disputes. */
  readonly reviews: number;
  readonly spentMs: number;
  /** Reviews of points whose previous review was on another day. */
  readonly known: number;
  /** The number of known reviews that were recalled. */
  readonly recalled: number;
  /** The number of known reviews with a grade that the person judged or changed, and how many of them were recalled. */
  readonly judged: number;
  readonly judgedRecalled: number;
  /** The sum of the desired retention of known reviews. */
  readonly desired: number;
}
