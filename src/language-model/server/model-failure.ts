import { AppError } from '#wire/error-kind.ts';

/** Every way in which a model can fail to answer. */
export type ModelFailureKind =
  | 'rejected-key'
  | 'forbidden'
  | 'unknown-model'
  | 'no-credit'
  | 'rate-limited'
  | 'overloaded'
  | 'refused'
  | 'too-large'
  | 'rejected-request'
  | 'stalled'
  | 'cut'
  | 'malformed'
  | 'unreachable'
  | 'spending-limit';

/** The failure and its remedy while an embedded agent answers. */
export interface InsteadWords {
  readonly message: string;
  readonly remedy: string;
}

/** A model did not answer: the cause, and what the person can do about it. */
export class ModelFailure extends AppError {
  readonly failure: ModelFailureKind;
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The provider's message, with keys removed; undefined if it said nothing useful. */
  readonly providerMessage: string | undefined;
  /** The words of a notice where an embedded agent answers instead. */
  readonly instead: InsteadWords;

  /**
   * `message`, `providerMessage` and `cause` must not contain a request or its headers, because those contain the key.
   */
  constructor(
    failure: ModelFailureKind,
    told: {
      message: string;
      remedy: string;
      retryAfterMs?: number | undefined;
      providerMessage?: string | undefined;
      instead?: InsteadWords;
      cause?: unknown;
    },
  ) {
    super('model-failed', told.message, { reason: failure, remedy: told.remedy, cause: told.cause });
    this.name = 'ModelFailure';
    this.failure = failure;
    this.retryAfterMs = told.retryAfterMs;
    this.providerMessage = told.providerMessage;
    this.instead = told.instead ?? told;
  }
}
