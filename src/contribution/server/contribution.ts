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
 * Everything that a mode or another slice adds to the server. `compose()` puts contributions together; a new mode is
 * one of these in `src/modes/server-modes.ts`.
 */
export interface ServerContribution {
  /** Adds what a new person finds, in the transaction that creates them. */
  readonly onPersonCreated?: PersonCreated;
  readonly data?: PersonData;
  /** Called once per composition. Nothing runs before `ServerSurface.recover`. */
  create(services: Services): ServerPart;
}

/** Services that contributions use of each other and of the adapters. */
export interface Services {
  /** The whole store; `tablesOf` narrows it to a slice's own tables. */
  readonly database: Database<object>;
  readonly roleModels: RoleModels;
  /** Reads a person's preferences, inside any slice's transaction too. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables it reads are the account's own
  readonly preferencesOf: (db: Kysely<any>, person: string) => Promise<PreferencesAnswer>;
  /** Reads whose rules apply when a person writes in a voice. */
  readonly voicesOf: VoicesOf;
  /** The library. Call it once sessions run: its contribution provides it. */
  readonly library: () => Library;
  /** Every change that a person can undo is recorded here, in the transaction that makes it. */
  readonly undo: UndoLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** For whatever decides something final by time. */
  readonly settledNow: SettledNow;
  readonly newId: () => string;
  /** What modes contribute to notices, by their ids. Read it only once sessions run. */
  readonly noticeSources: () => Readonly<Record<string, NoticeSource>>;
  /** Background work is done for these people alone: another server does it for the others. */
  readonly served: ServedPeople;
  readonly log: Log;
  /** The text of a file and what should be known of how it was read. Refuses what is no text. */
  readonly decodeText: (bytes: Uint8Array) => { readonly text: string; readonly notes: readonly string[] };
  /** Reads a package of cards apart from this process; recall's `ReadPackage` says what heads and batches are. */
  readonly readPackage: (file: never, reading: never) => Promise<void>;
  /** A folder for files that no later start of the server needs, for this server alone. It exists. */
  readonly temporary: string;
  /** Time between two words of an embedded agent's reply, in ms. */
  readonly paceMs: number;
  /**
   * Ports that host modes give an inner mode, by the host's id. The object is filled while contributions are created:
   * keep it, and read it only once sessions run.
   */
  readonly hostsOf: <Host>(innerMode: string) => Readonly<Record<string, Host>>;
}

export interface ServerPart {
  /** The mode that it adds, by its id. */
  readonly mode?: { readonly id: string; readonly server: ModeServers[string] };
  /** What the mode's sessions give to notify of. */
  readonly notices?: NoticeSource;
  /** Ports that this mode gives modes that are entered inside it, by the inner mode's id. */
  readonly hosts?: Readonly<Record<string, unknown>>;
  /** Routes, undo and background work, which may use the running sessions. */
  surface?(running: RunningSpine): ServerSurface;
}

export interface ServerSurface {
  readonly routes?: readonly Route[];
  /** What programs may call, read and pick with an access token. */
  readonly tools?: readonly Tool[];
  readonly resources?: readonly ResourceKind[];
  readonly prompts?: readonly Prompt[];
  readonly undoHandlers?: UndoHandlers;
  /** Sockets of its own, by name: `/ws/NAME/ID`. */
  readonly sockets?: Readonly<Record<string, OnBinarySocket>>;
  /** Given by the library's contribution alone. */
  readonly library?: Library;
  /** Begins to continue what the previous process left unfinished. The server is ready once it resolves. */
  recover?(): Promise<void>;
  /** Looks for work that other servers have left. Called again and again where there are others. */
  lookForLeft?(): void;
  /** What keeps people at this server while it could give them to another one. */
  keeping?(): Partial<Record<keyof Keeping, Iterable<string>>>;
  /** Lets go of what it holds for a person whom another server serves from now on. May be called again. */
  onMoved?(person: string): Promise<void>;
  /** Ends what runs for a person who is being removed. */
  onLeaving?(person: string): Promise<void>;
  close?(): Promise<void>;
}

/** A socket with binary frames, as `ws` has it. Who opened it is known and may be here. */
export interface BinarySocket {
  /** Bytes that the reader has not taken yet. */
  readonly bufferedAmount: number;
  send(frame: Uint8Array | string): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** `id`: the last part of its address. */
export type OnBinarySocket = (socket: BinarySocket, opened: { readonly person: string; readonly id: string }) => void;
