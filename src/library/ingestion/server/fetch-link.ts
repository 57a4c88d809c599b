import type { GivenDocument } from './read-document.ts';

export interface FetchedDocument extends GivenDocument {
  /** The address after redirects. */
  readonly url: string;
}

/**
 * Fetches a public http or https address. Every address that a name resolves to is checked when the connection is made,
 * so no socket is ever opened to a private one; redirects are checked again; size and time are limited. Rejects with
 * UnreadableDocument, or with the reason of the signal.
 */
export type FetchLink = (
  url: string,
  call: {
    readonly signal: AbortSignal;
    /** Bytes so far, and how many there will be if the server said so. */
    readonly onProgress: (bytes: number, total: number | null) => void;
  },
) => Promise<FetchedDocument>;
