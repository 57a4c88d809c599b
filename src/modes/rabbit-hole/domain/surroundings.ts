/** What the agents inside a hole may know of the session that it was opened in. */
export interface Surroundings {
  /** The name shown everywhere. */
  readonly topic: string;
  readonly setName: string;
  readonly setDescription: string;
}

/** One thing that the host's own sources say: only an agent that has nothing else to draw from reads them. */
export interface SourcePassage {
  readonly id: string;
  readonly text: string;
  /** Where it stands, as it is cited. */
  readonly source: string;
}
