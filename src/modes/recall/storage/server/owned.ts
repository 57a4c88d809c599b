/** A set, with the person whose it is. */
export interface OwnedSet {
  readonly person: string;
  readonly setId: string;
}

/** A point, with the person whose it is. */
export interface OwnedPoint {
  readonly person: string;
  readonly pointId: string;
}
