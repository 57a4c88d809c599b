import { AppError } from '#wire/error-kind.ts';

/** The refusal of what is to be done for a person whom another server serves. */
export const movedError = () =>
  new AppError('stopping', 'Another server of this Warren serves you now. This will be sent again.', {
    reason: 'moved',
  });

/** Where another server serves a person. */
export interface OtherServer {
  readonly id: string;
  readonly name: string;
  /** The address at which servers reach it; null if it allows no others. */
  readonly internalAddress: string | null;
}

/** The people whom this server serves. One server at a time serves a person, and only it writes their rows. */
export interface ServedPeople {
  /** Whether there may be other servers. */
  readonly hasOthers: boolean;
  serves(person: string): boolean;
  /** Takes the person, unless another living server serves them, which is returned then. */
  claim(person: string): Promise<OtherServer | null>;
  /** Those of these people whom this server serves. It takes those whom no living server serves. */
  servedOf(persons: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these people, those whom other living servers serve, with the ids of these servers. Takes nobody. */
  servedElsewhere(persons: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lets other servers take the person. Call it once nothing is written for them any more. */
  release(person: string): Promise<void>;
  /** Called with each person that this server begins to serve. */
  onTaken(listener: (person: string) => void): void;
  /** Called with each person whom another server has taken. */
  onLost(listener: (person: string) => void): void;
}

/** Of a server without others. */
export const EVERYBODY: ServedPeople = {
  hasOthers: false,
  serves: () => true,
  claim: () => Promise.resolve(null),
  servedOf: (persons) => Promise.resolve(new Set(persons)),
  servedElsewhere: () => Promise.resolve(new Map()),
  release: () => Promise.resolve(),
  onTaken: () => undefined,
  onLost: () => undefined,
};
