/** What a client does after an error. */
type ErrorRemedy =
  /** Do not send this again unchanged; tell the person. */
  | 'show'
  /** Send the same message again after `retryAfterMs`. */
  | 'retry'
  /** Drop the session's state and subscribe again. */
  | 'resync'
  | 'sign-in'
  | 'reload';

interface ErrorKindEntry {
  readonly status: number;
  readonly remedy: ErrorRemedy;
  readonly retryAfterMs?: number;
}

/** Every kind of failure on the wire: its HTTP status, and what the client does. */
export const errorKinds = {
  /** Not JSON, or a field is missing or invalid; `field` names it. */
  malformed: { status: 400, remedy: 'show' },
  'unknown-type': { status: 400, remedy: 'show' },
  /** Over 256 KiB on the socket, or over the body limit of a route. */
  'too-large': { status: 413, remedy: 'show' },
  /** Not signed in, or signed out meanwhile. */
  'signed-out': { status: 401, remedy: 'sign-in' },
  'wrong-token': { status: 401, remedy: 'show' },
  /** Sent to an unknown host name. */
  'wrong-host': { status: 421, remedy: 'show' },
  /** Sent by a page of another origin. */
  'wrong-origin': { status: 403, remedy: 'show' },
  /** It does not exist or is another person's; the two are not distinguished. */
  'not-found': { status: 404, remedy: 'show' },
  /** The state does not allow it; `reason` says why. */
  refused: { status: 409, remedy: 'show' },
  'too-many': { status: 429, remedy: 'retry', retryAfterMs: 5_000 },
  /** The client's position is ahead of the log: the data was restored from a backup. */
  'ahead-of-log': { status: 409, remedy: 'resync' },
  /** The disk is full: nothing was written. */
  'disk-full': { status: 507, remedy: 'retry', retryAfterMs: 10_000 },
  /** The store cannot be reached or failed: nothing was written. */
  'store-failed': { status: 503, remedy: 'retry', retryAfterMs: 3_000 },
  /** A language model did not answer; `reason` says why. */
  'model-failed': { status: 502, remedy: 'show' },
  /** A reply reached its token limit. Its text is kept, and it can be continued. */
  'reply-cut': { status: 502, remedy: 'show' },
  stopping: { status: 503, remedy: 'retry', retryAfterMs: 1_000 },
  /** A bug of ours, written to the log. */
  internal: { status: 500, remedy: 'show' },
} as const satisfies Record<string, ErrorKindEntry>;

export type ErrorKind = keyof typeof errorKinds;

interface ErrorDetail {
  readonly field?: string;
  readonly reason?: string;
  readonly remedy?: string;
  /** Set if it differs from that of the kind. */
  readonly retryAfterMs?: number;
}

/** A failure at an edge. Caught once, at the transport, and answered according to its kind. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /** The field or file, the reason of a refusal, or a remedy. */
  readonly detail: ErrorDetail;

  constructor(kind: ErrorKind, message: string, detail: ErrorDetail & { cause?: unknown } = {}) {
    const { cause, ...rest } = detail;
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.kind = kind;
    this.detail = rest;
  }

  /** Whether the store failed. Nothing was written, so the same request can be retried later. */
  get isOfStore(): boolean {
    return this.kind === 'disk-full' || this.kind === 'store-failed';
  }
}
