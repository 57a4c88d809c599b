import type { GivenDocument, ReadDocument } from '#library/ingestion/server/read-document.ts';

/** A job of the reading thread. */
export interface ReadingJob {
  readonly id: number;
  readonly document: GivenDocument;
}

/** Its report on a job. */
export type ReadingNews =
  | { readonly id: number; readonly progress: { readonly words: string; readonly done: number | null } }
  | { readonly id: number; readonly read: ReadDocument }
  | { readonly id: number; readonly unreadable: { readonly message: string; readonly remedy: string } }
  | { readonly id: number; readonly failure: string };
