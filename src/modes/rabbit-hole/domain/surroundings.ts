/** The facts about the host session that agents in a hole can use. */
export interface Surroundings {
  /** The name shown everywhere. */
  readonly topic: string;
  readonly setName: string;
  readonly setDescription: string;
  /** Where the passages come from. Default: the set. */
  readonly drawsFrom?: 'library';
}

/** A passage of the host's sources, read only by an agent without a model. */
export interface SourcePassage {
  readonly id: string;
  readonly text: string;
  /** Its source, for citations. */
  readonly source: string;
  /** Still to be recalled: quoted only in answer to a direct question. */
  readonly isOpen: boolean;
}

/** Returns the passages for a reply to these words of the person. */
export type Passages = (words: string) => Promise<readonly SourcePassage[]>;
