/** The reviews of one of the person's days. */
export interface ReviewedDay {
  readonly day: string;
  /** Reviews that count after disputes. */
  readonly reviews: number;
  readonly spentMs: number;
  /** Reviews of points whose previous review was on another day. */
  readonly known: number;
  /** The number of those that were recalled. */
  readonly recalled: number;
  /** The number of the known ones with a grade that the person judged or changed, and of those that were recalled. */
  readonly judged: number;
  readonly judgedRecalled: number;
  /** The sum of their desired retention. */
  readonly desired: number;
}
