import { z } from 'zod';

/** Raise it when the layout of an export changes so that an older import would misread it. */
export const FORMAT_VERSION = 1;
export const FORMAT = 'warren-person';
export const MANIFEST = 'manifest.json';

const count = z.int().nonnegative();

const exportedFile = z.object({
  /** Its path in the export, with `/`. */
  path: z.string(),
  bytes: count,
  /** SHA-256, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Its path in the data folder, for a file that an import puts back there. */
  home: z.string().optional(),
  /** The time when it was last written there, in ms. */
  modifiedAt: count.optional(),
});
export type ExportedFile = z.infer<typeof exportedFile>;

/** Written last: an export without it was interrupted. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: count,
  /** The last migration of the database. */
  schema: z.string(),
  /** In ms. */
  exportedAt: count,
  person: z.object({ id: z.string(), name: z.string() }),
  /** Rows by table, in the order in which they are imported. */
  tables: z.record(z.string(), count),
  files: z.array(exportedFile),
});
export type Manifest = z.infer<typeof manifest>;

export const tableFile = (table: string) => `data/${table}.jsonl`;
