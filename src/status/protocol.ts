import { z } from 'zod';

/** The status of a Warren, for its owner. Times are in ms since the epoch. */
export const statusAnswer = z.object({
  version: z.string(),
  /** Null while no server runs. */
  address: z.string().nullable(),
  home: z.string(),
  /** Size of all files in the data folder. */
  homeBytes: z.int(),
  /** The location of the database, without a password. */
  database: z.string(),
  sessions: z.int(),
  /** Number of sessions in the memory of the server; null while no server runs. */
  liveSessions: z.int().nullable(),
  people: z.int(),
  /** `server`: the other server that has the backup; null for this one. */
  lastBackup: z.object({ file: z.string(), at: z.int(), server: z.string().nullable() }).nullable(),
  /** The agent of each role for the first person. */
  models: z.array(z.object({ role: z.string(), playedBy: z.string(), notice: z.string().nullable() })),
  problems: z.array(z.string()),
});
export type Status = z.infer<typeof statusAnswer>;

const listedServer = z.object({
  name: z.string(),
  /** `silent`: it has sent no heartbeat for so long that others may take over its people. */
  state: z.enum(['running', 'draining', 'silent']),
  silentMs: z.int(),
  /** Empty until it listens. */
  address: z.string(),
  /** The address for other servers; empty if it allows none. */
  internalAddress: z.string(),
  version: z.string(),
  people: z.int(),
  sockets: z.int(),
  /** Load as a percentage of one processor. */
  loadPercent: z.int(),
  since: z.iso.datetime(),
  /** Whether it has the duties, such as the backup of the night. */
  hasDuties: z.boolean(),
});
export type ListedServer = z.infer<typeof listedServer>;

/** `GET /api/servers`, the longest running first. Empty for a Warren without a list of servers. */
export const serversAnswer = z.object({ servers: z.array(listedServer) });
export type ServersAnswer = z.infer<typeof serversAnswer>;
