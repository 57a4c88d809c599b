/** Where another server serves a person. */
export interface OtherServer {
  readonly id: string;
  readonly name: string;
  /** The address at which servers reach it; null if it allows no others. */
  readonly internalAddress: string | null;
}

/** The people whom this server serves. One server at a time serves a person, and only it writes their rows. */
export interface ServedPeople {
  serves(person: string): boolean;
  /** Takes the person, unless another living server serves them, which is returned then. */
  claim(person: string): Promise<OtherServer | null>;
  /** Lets other servers take the person. Call it once nothing is written for them any more. */
  release(person: string): Promise<void>;
  /** Called with each person that this server begins to serve. */
  onTaken(listener: (person: string) => void): void;
  /** Called with each person whom another server has taken. */
  onLost(listener: (person: string) => void): void;
}

/** Of a server without others. */
export const EVERYBODY: ServedPeople = {
  serves: () => true,
  claim: () => Promise.resolve(null),
  release: () => Promise.resolve(),
  onTaken: () => undefined,
  onLost: () => undefined,
};
