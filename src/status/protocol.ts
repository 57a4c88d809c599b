import { z } from 'zod';

/** The status of a Warren, for its owner. Times are in ms since the epoch. */
export const statusAnswer = z.object({
  version: z.string(),
  /** Null while no server runs. */
  address: z.string().nullable(),
  home: z.string(),
  /** Of all files in the data folder. */
  homeBytes: z.int(),
  /** The place of the data, without a password. */
  database: z.string(),
  sessions: z.int(),
  /** In the memory of the server; null while no server runs. */
  liveSessions: z.int().nullable(),
  people: z.int(),
  /** `server`: the other server that has it; null for this one. */
  lastBackup: z.object({ file: z.string(), at: z.int(), server: z.string().nullable() }).nullable(),
  /** The agent of each role for the first person. */
  models: z.array(z.object({ role: z.string(), playedBy: z.string(), notice: z.string().nullable() })),
  problems: z.array(z.string()),
});
export type Status = z.infer<typeof statusAnswer>;

const listedServer = z.object({
  name: z.string(),
  /** `silent`: it gave no sign of life for so long that others may take its people. */
  state: z.enum(['running', 'draining', 'silent']),
  silentMs: z.int(),
  /** Empty until it listens. */
  address: z.string(),
  /** Where other servers reach it; empty if it allows no others. */
  internalAddress: z.string(),
  version: z.string(),
  people: z.int(),
  sockets: z.int(),
  /** Of one processor. */
  loadPercent: z.int(),
  since: z.iso.datetime(),
  /** Whether it does what concerns nobody in particular, such as the backup of the night. */
  hasDuties: z.boolean(),
});
export type ListedServer = z.infer<typeof listedServer>;

/** `GET /api/servers`, the longest running first. None of a Warren without a list of servers. */
export const serversAnswer = z.object({ servers: z.array(listedServer) });
export type ServersAnswer = z.infer<typeof serversAnswer>;
