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
