import type { GivenDocument } from './read-document.ts';

export interface FetchedDocument extends GivenDocument {
  /** The address after redirects. */
  readonly url: string;
}

/**
 * Fetches a public http or https address. Checks every address that a name resolves to when it connects, so no socket
 * is ever opened to a private one; checks redirects again; limits size and time. Rejects with UnreadableDocument, or
 * with the reason of the signal.
 */
export type FetchLink = (
  url: string,
  call: {
    readonly signal: AbortSignal;
    /** Bytes received, and the total if the server has sent it. */
    readonly onProgress: (bytes: number, total: number | null) => void;
  },
) => Promise<FetchedDocument>;
