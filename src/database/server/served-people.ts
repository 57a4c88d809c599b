import { AppError } from '#wire/error-kind.ts';

/** The refusal of a request for a person whom another server serves. */
export const movedError = () =>
  new AppError('stopping', 'Another server of this Warren serves you now. Try again.', {
    reason: 'moved',
  });

/** The refusal of a request for a person who is reserved for a server that is not running. */
export const reservedError = (server: string | null, leftMs: number) =>
  new AppError(
    'stopping',
    `The server ${server ?? 'that has your terminals'} is starting again. If it does not come back, another one goes on ` +
      `in ${Math.max(1, Math.ceil(leftMs / 1_000))} s. This will be sent again.`,
    { reason: 'reserved' },
  );

/** How long only one server can take a person. */
export interface Reservation {
  /** The id of a server, which is the id of its data folder. */
  readonly reservedFor: string;
  readonly forMs: number;
}

/** `epoch` changes each time a server takes or releases the person. */
export interface LeftPerson {
  readonly person: string;
  readonly epoch: number;
}

/** The refusal of a request that needs the disk of another server. */
export const onOtherServer = (server: string, why: string) =>
  new AppError('refused', `This is on the server ${server}. ${why}`, { reason: 'on-other-server' });

/** Another server, such as the one that serves a person. */
export interface OtherServer {
  readonly id: string;
  readonly name: string;
  /** The address at which other servers reach it; null if it allows no others. */
  readonly internalAddress: string | null;
}

/** A server that the database has a row for, or had one. */
export interface KnownServer extends OtherServer {
  readonly isAlive: boolean;
}

/** The people whom this server serves. One server at a time serves a person, and only it writes their rows. */
export interface ServedPeople {
  /** Whether other servers are possible. */
  readonly hasOthers: boolean;
  /** The number of live servers, including this one. */
  readonly serverCount: number;
  /** Whether this server hands over everybody, and takes nobody whom another server could take. */
  readonly isDraining: boolean;
  /** Whether the last sign of life of this server is so old that others can take its people. */
  readonly isSilent: boolean;
  /** Everybody this server holds. Empty for a server without others. */
  all(): readonly string[];
  /** The id of this server, which is the id of its data folder; null for a server without others. */
  readonly self: string | null;
  /**
   * The servers with these ids. A server without a row is returned as not alive, under a name that says it is unknown.
   */
  serversOf(ids: readonly string[]): Promise<ReadonlyMap<string, KnownServer>>;
  serves(person: string): boolean;
  /** Takes the person. Returns the living server that already serves them, if there is one. */
  claim(person: string): Promise<OtherServer | null>;
  /**
   * Returns which of these people this server serves. Takes its share of those whom no living server serves, because
   * the other servers run the same query.
   */
  servedOf(persons: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * People who were served before and whom no living server serves: first those whose server has ended. Takes nobody.
   */
  left(): Promise<readonly LeftPerson[]>;
  /** Which of these people other living servers serve, with the ids of these servers. Takes nobody. */
  servedElsewhere(persons: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Releases the person to another server between two commits. Their in-memory work ends as after a crash, their
   * sockets are closed, and new requests wait. Rejects if the database cannot be written; the person stays here then.
   */
  handOver(person: string, reservation?: Reservation): Promise<void>;
  /** People without a request for this time. Those `inUse` count as used now. */
  unused(forMs: number, inUse: ReadonlySet<string>): readonly string[];
  /**
   * Releases the person without a successor. This server takes them again when they return, or any other if it is gone.
   */
  letGo(person: string): Promise<void>;
  /** Drains until this server stops. Returns false, and does not drain, if no other server could take people. */
  drain(): Promise<boolean>;
  /** Reserves people for this server while it serves them, and for this time after it stops. */
  reserve(persons: readonly string[], forMs: number): Promise<void>;
  /**
   * The number of people on each living server that does not drain: current for this server, last reported for others.
   */
  peopleByServer(): Promise<readonly { readonly id: string; readonly people: number }[]>;
  /** The other living servers. */
  otherServers(): Promise<readonly OtherServer[]>;
  /**
   * The listener is awaited, for a limited time, before a person is handed over. The person's last commits still
   * succeed.
   */
  onHandOver(listener: (person: string) => Promise<unknown>): void;
  /** Called with each person this server begins to serve. */
  onTaken(listener: (person: string) => void): void;
  /** Called with each person this server stops serving, because it handed them over or another server took them. */
  onLost(listener: (person: string) => void): void;
}

/** The people of a server without others. */
export const EVERYBODY: ServedPeople = {
  hasOthers: false,
  serverCount: 1,
  isDraining: false,
  isSilent: false,
  all: () => [],
  unused: () => [],
  letGo: () => Promise.resolve(),
  drain: () => Promise.resolve(false),
  reserve: () => Promise.resolve(),
  peopleByServer: () => Promise.resolve([]),
  self: null,
  serversOf: () => Promise.resolve(new Map()),
  serves: () => true,
  claim: () => Promise.resolve(null),
  servedOf: (persons) => Promise.resolve(new Set(persons)),
  left: () => Promise.resolve([]),
  servedElsewhere: () => Promise.resolve(new Map()),
  handOver: () => Promise.resolve(),
  otherServers: () => Promise.resolve([]),
  onHandOver: () => undefined,
  onTaken: () => undefined,
  onLost: () => undefined,
};
