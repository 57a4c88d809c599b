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

/** A model did not answer: what happened, and what the person can do about it. */
export class ModelFailure extends AppError {
  readonly failure: ModelFailureKind;
  /** When the provider said to come back, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
  /** The provider's own words, without any key, where it said something that helps. */
  readonly said: string | undefined;

  /** Neither `message` nor `said` nor `cause` may hold a request or its headers: a key stands in them. */
  constructor(
    failure: ModelFailureKind,
    told: {
      message: string;
      remedy: string;
      retryAfterMs?: number | undefined;
      said?: string | undefined;
      cause?: unknown;
    },
  ) {
    super('model-failed', told.message, { reason: failure, remedy: told.remedy, cause: told.cause });
    this.name = 'ModelFailure';
    this.failure = failure;
    this.retryAfterMs = told.retryAfterMs;
    this.said = told.said;
  }
}
