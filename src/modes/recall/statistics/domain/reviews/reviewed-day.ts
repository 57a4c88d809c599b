/** The reviews of one of the person's days. */
export interface ReviewedDay {
  readonly day: string;
  /** Reviews that count after disputes. */
  readonly reviews: number;
  readonly spentMs: number;
  /** Reviews of points whose previous review was on another day. */
  readonly known: number;
  /** How many of those were recalled. */
  readonly recalled: number;
  /** How many of the known ones have a grade that the person judged or changed, and how many of those were recalled. */
  readonly judged: number;
  readonly judgedRecalled: number;
  /** The sum of their desired retention. */
  readonly desired: number;
}
