/** A set and its owner. */
export interface OwnedSet {
  readonly person: string;
  readonly setId: string;
}

/** A point and its owner. */
export interface OwnedPoint {
  readonly person: string;
  readonly pointId: string;
}
