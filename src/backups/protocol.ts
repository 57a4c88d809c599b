import { z } from 'zod';

const at = z.int().nonnegative();

/** Retention: the number of days, and of weeks, whose latest backup is kept. */
export const backupChoice = z.object({ daily: z.int().min(1).max(90), weekly: z.int().min(0).max(52) });
export type BackupChoice = z.infer<typeof backupChoice>;

const backups = z.object({
  choice: backupChoice,
  /** The folder of the backups that this server has made. */
  folder: z.string(),
  /** The name of this server; null for a single server. */
  server: z.string().nullable(),
  /**
   * The latest backup, which was opened and checked; null without any. `server`: the server that has it, if there are
   * others.
   */
  latest: z.object({ at, bytes: z.int().nonnegative(), server: z.string().nullable() }).nullable(),
  /** Number of backups in the folder. */
  count: z.int().nonnegative(),
  isUnderWay: z.boolean(),
  /** Why the last attempt failed, or why none is possible, and the remedy. */
  problem: z.string().nullable(),
});
export type Backups = z.infer<typeof backups>;

/** `GET /api/backups`. Null unless the caller is the first person, who owns the server. */
export const backupsAnswer = z.object({ backups: backups.nullable() });
export type BackupsAnswer = z.infer<typeof backupsAnswer>;
