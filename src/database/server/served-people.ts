import { AppError } from '#wire/error-kind.ts';

/** The refusal of what is to be done for a person whom another server serves. */
export const movedError = () =>
  new AppError('stopping', 'Another server of this Warren serves you now. Try again.', {
    reason: 'moved',
  });

/** The refusal of what is to be done for a person who waits for a server that does not run at the moment. */
export const reservedError = (server: string | null, leftMs: number) =>
  new AppError(
    'stopping',
    `The server ${server ?? 'that has your terminals'} is starting again. If it does not come back, another one goes on ` +
      `in ${Math.max(1, Math.ceil(leftMs / 1_000))} s. This will be sent again.`,
    { reason: 'reserved' },
  );

/** For how long only one server may take a person. */
export interface Reservation {
  /** The id of a server, which is that of its data folder. */
  readonly reservedFor: string;
  readonly forMs: number;
}

/** `epoch` is another one each time that the person was served. */
export interface LeftPerson {
  readonly person: string;
  readonly epoch: number;
}

/** The refusal of what needs the disk of another server. */
export const onOtherServer = (server: string, why: string) =>
  new AppError('refused', `This is on the server ${server}. ${why}`, { reason: 'on-other-server' });

/** Where another server serves a person. */
export interface OtherServer {
  readonly id: string;
  readonly name: string;
  /** The address at which servers reach it; null if it allows no others. */
  readonly internalAddress: string | null;
}

/** A server of which something is stored. */
export interface KnownServer extends OtherServer {
  readonly isAlive: boolean;
}

/** The people whom this server serves. One server at a time serves a person, and only it writes their rows. */
export interface ServedPeople {
  /** Whether there may be other servers. */
  readonly hasOthers: boolean;
  /** How many servers live, this one among them. */
  readonly serverCount: number;
  /** Whether it hands everybody over, and takes nobody whom another server could take. */
  readonly isDraining: boolean;
  /** Whether others may take its people, since the database has had no sign of life of it. */
  readonly isSilent: boolean;
  /** Everybody whom it took. Empty for a server without others. */
  all(): readonly string[];
  /** The id of this server, which is that of its data folder; null for a server without others. */
  readonly self: string | null;
  /** The servers with these ids. Those of which nothing is known any more are named so, and not alive. */
  serversOf(ids: readonly string[]): Promise<ReadonlyMap<string, KnownServer>>;
  serves(person: string): boolean;
  /** Takes the person, unless another living server serves them, which is returned then. */
  claim(person: string): Promise<OtherServer | null>;
  /**
   * Those of these people whom this server serves. Of those whom no living server serves it takes its share: the other
   * servers look too.
   */
  servedOf(persons: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those whom no living server serves, and who were served once: first those whose server has ended. Takes nobody. */
  left(): Promise<readonly LeftPerson[]>;
  /** Of these people, those whom other living servers serve, with the ids of these servers. Takes nobody. */
  servedElsewhere(persons: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Lets another server take the person between two commits: what is in memory for them ends as after a crash, their
   * sockets are closed, and what comes meanwhile waits. Rejects if the database cannot be written: they stay here then.
   */
  handOver(person: string, reservation?: Reservation): Promise<void>;
  /** Those for whom nothing was asked for a time. Those `inUse` count as asked for now. */
  unused(forMs: number, inUse: ReadonlySet<string>): readonly string[];
  /** Hands the person over to nobody. This server takes them again when they come back, and any other if it is gone. */
  letGo(person: string): Promise<void>;
  /** Begins to drain until this server stops. False, and it does not, if no other server could take people. */
  drain(): Promise<boolean>;
  /** Reserves people for this server, which serves them until it stops, and for a time after that. */
  reserve(persons: readonly string[], forMs: number): Promise<void>;
  /** How many people each living server serves that does not drain; of this one as it is, of others as they last said. */
  peopleByServer(): Promise<readonly { readonly id: string; readonly people: number }[]>;
  /** The other living servers. */
  otherServers(): Promise<readonly OtherServer[]>;
  /** Awaited, for a short time, before a person is handed over. Their last commits still pass. */
  onHandOver(listener: (person: string) => Promise<unknown>): void;
  /** Called with each person that this server begins to serve. */
  onTaken(listener: (person: string) => void): void;
  /** Called with each person whom this server does not serve any more: handed over, or taken by another server. */
  onLost(listener: (person: string) => void): void;
}

/** Of a server without others. */
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
