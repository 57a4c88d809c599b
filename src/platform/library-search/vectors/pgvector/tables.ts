import type { LibraryTables } from '#library/storage/server/tables.ts';

export interface PgvectorTables extends LibraryTables {
  /** Copies of `passage_vectors` in pgvector's type. */
  passage_embeddings: {
    person_id: string;
    model: string;
    hash: string;
    dimension: number;
    /** As text, for example `[0.1,0.2]`. */
    embedding: string;
  };
}
