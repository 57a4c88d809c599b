import { z } from 'zod';

/**
 * The wire formats of the files in the folder of a terminal. Paths are relative to that folder, with `/` between names;
 * the empty path is the folder itself. Nothing outside of it is listed or read.
 */

const filePath = z.string().max(4_096);

export const pathQuery = z.object({ path: filePath.default('') });

const fileEntry = z.object({
  name: z.string(),
  /** For a link: the kind of its target. */
  kind: z.enum(['folder', 'file', 'other']),
  isLink: z.boolean(),
  isIgnored: z.boolean(),
  /** The reason why it cannot be opened here; null if it can. */
  trouble: z.string().nullable(),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** `GET /api/terminals/:terminal/files?path=`: the entries of a folder, folders first. */
export const folderAnswer = z.object({
  entries: z.array(fileEntry),
  /** Whether there are more entries than listed. */
  isCut: z.boolean(),
});
export type FolderAnswer = z.infer<typeof folderAnswer>;

/** `GET /api/terminals/:terminal/files/text?path=` */
export const fileTextAnswer = z.object({
  /** An image is read at `…/files/image`. */
  kind: z.enum(['text', 'image', 'binary', 'large']),
  bytes: z.int(),
  /** Empty for every kind but `text`. */
  text: z.string(),
});
export type FileTextAnswer = z.infer<typeof fileTextAnswer>;
