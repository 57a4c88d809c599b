import type { LeftOut } from '../../storage/domain/left-out.ts';

/** A file or page as received. */
export interface GivenDocument {
  readonly bytes: Uint8Array;
  /** As declared, for example `text/html; charset=utf-8`; can be wrong or empty. */
  readonly mediaType: string;
  /** The file's name; can be empty. */
  readonly name: string;
  /** The address it was fetched from, to resolve links; null for a file. */
  readonly url: string | null;
}

export interface ReadDocument {
  /** Markdown; never empty. */
  readonly content: string;
  /** Null if the document has none. */
  readonly title: string | null;
  readonly author: string | null;
  readonly site: string | null;
  /** When it was published or written, ms since the epoch. */
  readonly createdAt: number | null;
  /** `YYYY-MM-DD` if the document gives a day without a zone. */
  readonly createdOn?: string | null;
  /** As declared in the document, ISO 639-1. */
  readonly language: string | null;
  /** Tags from the front matter of Markdown. */
  readonly tags: readonly string[];
  /** Further names by which links find it. */
  readonly aliases?: readonly string[];
  /** Content of the original that the text lacks. */
  readonly leftOut: LeftOut;
}

export interface Reading {
  readonly signal: AbortSignal;
  /** `words` such as `page 14 of 31`; `done` from 0 to 1. */
  readonly onProgress: (progress: { readonly words: string; readonly done: number | null }) => void;
}

/**
 * Reads HTML, PDF, Markdown, plain text and .docx outside the server's thread, with limits of time and memory. Rejects
 * with UnreadableDocument, or with the reason of the signal.
 */
export interface DocumentReader {
  read(document: GivenDocument, reading: Reading): Promise<ReadDocument>;
  close(): Promise<void>;
}

interface Unreadable {
  readonly remedy: string;
  readonly mayPass?: boolean;
  readonly endedReader?: boolean;
  readonly isOfMachine?: boolean;
}

/** The reason why a document could not be read, in words for the person, and the remedy. */
export class UnreadableDocument extends Error {
  readonly remedy: string;
  /** A later attempt may succeed. */
  readonly mayPass: boolean;
  /** The document made its reader exit, or the reader had to be terminated because of it. */
  readonly endedReader: boolean;
  /** The machine was too busy to read it. It is retried without limit. */
  readonly isOfMachine: boolean;

  constructor(message: string, { remedy, mayPass = false, endedReader = false, isOfMachine = false }: Unreadable) {
    super(message);
    this.name = 'UnreadableDocument';
    this.remedy = remedy;
    this.mayPass = mayPass;
    this.endedReader = endedReader;
    this.isOfMachine = isOfMachine;
  }
}
