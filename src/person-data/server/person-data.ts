import type { Kysely } from 'kysely';
import type { z } from 'zod';

import type { ExportFiles } from './export-files.ts';

export type Row = Readonly<Record<string, string | number | null | Uint8Array>>;
/** A store whose tables are only known by name. */
export type AnyTables = Record<string, Record<string, string | number | null | Uint8Array>>;

/** The export of a table: all rows of a person with all columns, except those left out. */
export interface PersonTable {
  /** The columns that identify a person's rows: rows are read and written in this order. */
  readonly key: readonly string[];
  /** The column with the person's id, if it is not `person_id`. */
  readonly owner?: string;
  /** Columns that are not exported, with the value that an import stores; null if the database fills them in. */
  readonly leftOut?: Readonly<Record<string, (() => string) | null>>;
  readonly isLeftOut?: (row: Row) => boolean;
  /** The path of the file with the bytes of a row. */
  readonly fileOf?: (row: Row) => string;
  /** Number of rows in memory at the same time, for tables with large rows. */
  readonly rowsAtOnce?: number;
  /** Schemas of columns that `checkRow` cannot derive from their names. The database decides about null. */
  readonly values?: Readonly<Record<string, z.ZodType>>;
  /** The columns with names that a person gave, which may have no direction marks. */
  readonly names?: readonly string[] | ((row: Row) => readonly string[]);
  /** Checks a row whose single values are valid. Returns the row to store, or the error as `column: reason`. */
  readonly check?: (row: Row) => Row | string;
  /** For a table whose rows hold files in `bytes` and `size`. */
  readonly files?: StoredFiles;
}

/** How checks name the files of a table, and the hash that they compare besides the size. */
export interface StoredFiles {
  /** `the file "note.txt"`. A row that cannot be read only has its key. */
  nameOf(row: Row): string;
  /** The SHA-256 of the original file, in hexadecimal; null if it was not stored. */
  hashOf(read: Kysely<AnyTables>, row: Row): Promise<string | null>;
}

export interface ExportedPerson {
  /** One snapshot of the database. */
  readonly read: Kysely<AnyTables>;
  readonly person: string;
  readonly home: string;
}

/**
 * The data of a person that a slice exports. Every table with a column of people is under `tables` of one slice, or
 * under `leftOut` with the reason.
 */
export interface PersonData {
  /** Parents before the rows that refer to them. An import writes them in this order. */
  readonly tables?: Readonly<Record<string, PersonTable>>;
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Folders in the data folder whose files `writeFiles` copies with `files.copy`. */
  readonly folders?: readonly string[];
  /** Writes files that can be read without Warren. */
  writeFiles?(files: ExportFiles, of: ExportedPerson): Promise<void>;
}
