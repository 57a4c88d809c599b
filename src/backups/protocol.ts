import { z } from 'zod';

const at = z.int().nonnegative();

/** Retention: for how many days, and for how many weeks, the latest backup of each is kept. */
export const backupChoice = z.object({ daily: z.int().min(1).max(90), weekly: z.int().min(0).max(52) });
export type BackupChoice = z.infer<typeof backupChoice>;

const backups = z.object({
  choice: backupChoice,
  /** The folder of those that this server has made. */
  folder: z.string(),
  /** The name of this server; null for one without others. */
  server: z.string().nullable(),
  /** The latest backup, which was opened and checked; null without any. `server`: which has it, if there are others. */
  latest: z.object({ at, bytes: z.int().nonnegative(), server: z.string().nullable() }).nullable(),
  /** In the folder. */
  count: z.int().nonnegative(),
  isUnderWay: z.boolean(),
  /** The reason why the last attempt failed, or why none is possible, and the remedy. */
  problem: z.string().nullable(),
});
export type Backups = z.infer<typeof backups>;

/** `GET /api/backups`. Null unless the caller is the first person, who owns the server. */
export const backupsAnswer = z.object({ backups: backups.nullable() });
export type BackupsAnswer = z.infer<typeof backupsAnswer>;
