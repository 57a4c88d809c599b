import type { Kysely } from 'kysely';

import type { PreferencesAnswer } from '#account/protocol.ts';
import type { PersonCreated } from '#account/server/people.ts';
import type { VoicesOf } from '#account/server/voices.ts';
import type { Database } from '#database/server/database.ts';
import type { Keeping } from '#database/server/draining.ts';
import type { ServedPeople } from '#database/server/served-people.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import type { Library } from '#library/server/library.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import type { NoticeSource } from '#session/domain/activity.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { ModeServers } from '#session/server/mode-server.ts';
import type { RunningSpine } from '#session/server/spine.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import type { Route } from '#wire/route.ts';
import type { Prompt, ResourceKind, Tool } from '#wire/tool.ts';

/**
 * Everything that a mode or another slice adds to the server. `compose()` combines contributions; a new mode is one
 * of them in `src/modes/server-modes.ts`.
 */
export interface ServerContribution {
  /** Adds the initial data of a new person, in the transaction that creates the person. */
  readonly onPersonCreated?: PersonCreated;
  readonly data?: PersonData;
  /** Called once per composition. Nothing runs before `ServerSurface.recover`. */
  create(services: Services): ServerPart;
}

/** Services of adapters and of other contributions. */
export interface Services {
  /** The whole store; `tablesOf` narrows it to the tables of a slice. */
  readonly database: Database<object>;
  readonly roleModels: RoleModels;
  /** Reads a person's preferences, also inside the transaction of any slice. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables it reads are the account's own
  readonly preferencesOf: (db: Kysely<any>, person: string) => Promise<PreferencesAnswer>;
  /** Reads whose rules apply when a person writes in a voice. */
  readonly voicesOf: VoicesOf;
  /** The library, which a contribution provides. Call it only when sessions run. */
  readonly library: () => Library;
  /** Every change that a person can undo is recorded here, in the transaction that makes it. */
  readonly undo: UndoLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** For decisions that depend on the time and are final. */
  readonly settledNow: SettledNow;
  readonly newId: () => string;
  /** The sources of notices, by the id of their mode. Read it only when sessions run. */
  readonly noticeSources: () => Readonly<Record<string, NoticeSource>>;
  /** Run background work only for these people: another server runs it for the others. */
  readonly served: ServedPeople;
  readonly log: Log;
  /** Decodes the text of a file. `notes` report how it was read. Refuses a file that is not text. */
  readonly decodeText: (bytes: Uint8Array) => { readonly text: string; readonly notes: readonly string[] };
  /** Reads a package of cards in another process. Its types are in recall's `ReadPackage`. */
  readonly readPackage: (file: never, reading: never) => Promise<void>;
  /** An existing folder for files that only this run of this server needs. */
  readonly temporary: string;
  /** Time between two words of an embedded agent's reply, in ms. */
  readonly paceMs: number;
  /**
   * Ports that host modes provide for an inner mode, by the host's id. The object is filled while contributions are
   * created: keep the reference, and read it only when sessions run.
   */
  readonly hostsOf: <Host>(innerMode: string) => Readonly<Record<string, Host>>;
}

export interface ServerPart {
  /** The mode that the contribution adds. */
  readonly mode?: { readonly id: string; readonly server: ModeServers[string] };
  /** The notices of the mode's sessions. */
  readonly notices?: NoticeSource;
  /** Ports that this mode provides for modes entered inside it, by the inner mode's id. */
  readonly hosts?: Readonly<Record<string, unknown>>;
  /** Routes, undo and background work, which can use the running sessions. */
  surface?(running: RunningSpine): ServerSurface;
}

export interface ServerSurface {
  readonly routes?: readonly Route[];
  /** Programs with an access token can call the tools, read the resources and select the prompts. */
  readonly tools?: readonly Tool[];
  readonly resources?: readonly ResourceKind[];
  readonly prompts?: readonly Prompt[];
  readonly undoHandlers?: UndoHandlers;
  /** Sockets, by name: `/ws/NAME/ID`. */
  readonly sockets?: Readonly<Record<string, OnBinarySocket>>;
  /** Only the contribution of the library provides it. */
  readonly library?: Library;
  /** Resumes work that the previous process left unfinished. The server is ready when it resolves. */
  recover?(): Promise<void>;
  /** Looks for work that other servers have left. Called repeatedly while there are other servers. */
  lookForLeft?(): void;
  /** The people who must stay at this server for now, by reason. */
  keeping?(): Partial<Record<keyof Keeping, Iterable<string>>>;
  /** Releases everything held for a person whom another server now serves. Can be called more than once. */
  onMoved?(person: string): Promise<void>;
  /** Ends all work for a person who is being removed. */
  onLeaving?(person: string): Promise<void>;
  close?(): Promise<void>;
}

/** A socket with binary frames, as in `ws`. The person who opened it is signed in and served here. */
export interface BinarySocket {
  /** Bytes that the reader has not received yet. */
  readonly bufferedAmount: number;
  send(frame: Uint8Array | string): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** `id`: the last segment of the socket's path. */
export type OnBinarySocket = (socket: BinarySocket, opened: { readonly person: string; readonly id: string }) => void;
