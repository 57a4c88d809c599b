import type { LeftOut } from '../../storage/domain/left-out.ts';

/** A file or page as it was given. */
export interface GivenDocument {
  readonly bytes: Uint8Array;
  /** As declared, for example `text/html; charset=utf-8`; may be wrong or empty. */
  readonly mediaType: string;
  /** The file's name; may be empty. */
  readonly name: string;
  /** The address it was fetched from, to resolve links; null for a file. */
  readonly url: string | null;
}

export interface ReadDocument {
  /** Markdown; never empty. */
  readonly content: string;
  /** Null where the document does not say. */
  readonly title: string | null;
  readonly author: string | null;
  readonly site: string | null;
  /** When it was published or written, ms since the epoch. */
  readonly createdAt: number | null;
  /** `YYYY-MM-DD` where the document gives a day without a zone. */
  readonly createdOn?: string | null;
  /** As declared in the document, ISO 639-1. */
  readonly language: string | null;
  /** Front matter of Markdown. */
  readonly tags: readonly string[];
  /** Further names by which links find it. */
  readonly aliases?: readonly string[];
  /** What a reader of it would miss. */
  readonly leftOut: LeftOut;
}

export interface Reading {
  readonly signal: AbortSignal;
  /** `words` such as `page 14 of 31`; `done` from 0 to 1. */
  readonly onProgress: (progress: { readonly words: string; readonly done: number | null }) => void;
}

/**
 * Reads HTML, PDF, Markdown, plain text and .docx apart from the server's thread, with limits of time and memory.
 * Rejects with UnreadableDocument, or with the reason of the signal.
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

/** Why a document could not be read, in words for the person, and what they can do. */
export class UnreadableDocument extends Error {
  readonly remedy: string;
  /** Trying again later may help. */
  readonly mayPass: boolean;
  /** What reads documents had to be ended, or ended, because of it. */
  readonly endedReader: boolean;
  /** The machine was too busy to read it. It is tried again until it passes. */
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
