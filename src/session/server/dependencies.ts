import type { Database } from '#database/server/database.ts';
import type { ServedPeople } from '#database/server/served-people.ts';
import type { SettledNow } from '#day/server/settled-now.ts';

import type { Fold } from '../domain/fold.ts';
import type { ModeDomains } from '../domain/mode.ts';
import type { SessionSummary } from '../protocol.ts';
import type { ActedCommands } from './live/acted-commands.ts';
import type { AgentQueue } from './live/agent-queue.ts';
import type { ModeServers } from './mode-server.ts';
import type { SessionTables } from './tables.ts';

export interface Log {
  info(message: string): void;
  /** For trouble that Warren handles itself, or that blocks nobody. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** The dependencies of the spine. Time and ids come from here, so that a test can control them. */
export interface SessionDependencies {
  readonly database: Database<SessionTables>;
  readonly modes: ModeServers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** For final decisions that depend on time. */
  readonly settledNow: SettledNow;
  readonly newId: () => string;
  /** The people whose sessions this server may run. */
  readonly served: ServedPeople;
  readonly log: Log;
}

/** Facts about a change of a summary, for listeners. */
export interface SummaryChange {
  /** Duration of the reply that this change completes. */
  readonly replyMs?: number | undefined;
  /** The details of the summary before the change. */
  readonly detailsBefore?: object | undefined;
}

/** The dependencies, and the objects that are created from them once. */
export interface Spine extends SessionDependencies {
  readonly domains: ModeDomains;
  readonly fold: Fold;
  readonly actedCommands: ActedCommands;
  readonly agentQueue: AgentQueue;
  readonly publishSummary: (
    person: string,
    summary: SessionSummary & { readonly details?: object },
    change?: SummaryChange,
  ) => void;
}
