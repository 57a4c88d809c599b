import type { Kysely } from 'kysely';
import type { z } from 'zod';

import type { ExportFiles } from './export-files.ts';

export type Row = Readonly<Record<string, string | number | null | Uint8Array>>;
/** A store whose tables are known by name only. */
export type AnyTables = Record<string, Record<string, string | number | null | Uint8Array>>;

/** The export of a table: all rows of a person with all columns, except those left out. */
export interface PersonTable {
  /** The columns that tell a person's rows apart: rows are read and written in this order. */
  readonly key: readonly string[];
  /** The column with the person's id, where it is not `person_id`. */
  readonly owner?: string;
  /** Columns that are not exported, and what an import stores there; nothing if the database fills them in. */
  readonly leftOut?: Readonly<Record<string, (() => string) | null>>;
  /** Whether a row is not exported. */
  readonly isLeftOut?: (row: Row) => boolean;
  /** The path of the file that takes the bytes of a row. */
  readonly fileOf?: (row: Row) => string;
  /** Rows that are in memory at the same time, where they are large. */
  readonly rowsAtOnce?: number;
  /** What an import takes in columns, where that is more than `checkRow` knows by their names. Null is up to the database. */
  readonly values?: Readonly<Record<string, z.ZodType>>;
  /** The columns with names that a person gave: without marks of direction. */
  readonly names?: readonly string[] | ((row: Row) => readonly string[]);
  /** Looks at a row whose values are right by themselves. The row to store, or what is wrong, as `column: reason`. */
  readonly check?: (row: Row) => Row | string;
  /** Of a table whose rows hold files in `bytes` and `size`. */
  readonly files?: StoredFiles;
}

/** How checks name the files of a table, and what they compare them with beside their size. */
export interface StoredFiles {
  /** `the file "note.txt"`. A row that cannot be read has its key only. */
  nameOf(row: Row): string;
  /** The SHA-256 in hexadecimal of what was given; null if it was not stored. */
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
  /** Parents before the rows that refer to them. An import writes them in the same order. */
  readonly tables?: Readonly<Record<string, PersonTable>>;
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Folders in the data folder whose files `writeFiles` copies with `files.copy`. */
  readonly folders?: readonly string[];
  /** Writes files for reading without Warren. */
  writeFiles?(files: ExportFiles, of: ExportedPerson): Promise<void>;
}
