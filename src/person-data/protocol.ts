import { z } from 'zod';

/** The state of a download of a person's own data. */
export const exportState = z.object({
  isUnderWay: z.boolean(),
  /** The bytes of the archive that can be downloaded, or null. */
  bytes: z.number().nullable(),
  /** Why the last one could not be made, or null. */
  problem: z.string().nullable(),
});
export type ExportState = z.infer<typeof exportState>;
