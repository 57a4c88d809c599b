import { z } from 'zod';

import { AppError, errorKinds, type ErrorKind } from '#wire/error-kind.ts';

import { storeError } from '../database/store-error.ts';

/** The body of every answer that is not a success. */
export const errorBody = z.object({
  kind: z.enum(Object.keys(errorKinds) as [ErrorKind, ...ErrorKind[]]),
  message: z.string(),
  field: z.string().optional(),
  reason: z.string().optional(),
  retryAfterMs: z.int().optional(),
});

const BYTES_PER_MB = 1024 * 1024;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: z.infer<typeof errorBody>;
}

export function errorAnswer(error: AppError): ErrorAnswer {
  const entry: { status: number; retryAfterMs?: number } = errorKinds[error.kind];
  const { kind, message, detail } = error;
  const retry = entry.retryAfterMs === undefined ? {} : { retryAfterMs: entry.retryAfterMs };
  return { status: entry.status, body: { kind, message, ...retry, ...detail } };
}

/**
 * Converts an error of a route to an AppError; undefined if it is a bug. `bodyLimit` is the route's limit, in bytes.
 */
export function knownError(thrown: unknown, bodyLimit = 0): AppError | undefined {
  const error = storeError(thrown);
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('too-large', `This is too large. The limit is ${Math.floor(bodyLimit / BYTES_PER_MB)} MB.`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('malformed', 'Send JSON, as application/json.');
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return new AppError('not-found', 'Not found.');
  return status >= 400 && status < 500 ? new AppError('malformed', error.message) : undefined;
}

/** Checks input against its schema, or throws an AppError that names the field. */
export function checked<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.map(String).join('.') ?? '';
  throw new AppError('malformed', issue?.message ?? 'The value is not valid.', field === '' ? {} : { field });
}

/** Checks a query. Unknown fields are rejected: a filter that is silently ignored gives wrong answers. */
export function checkedQuery<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : null;
  const unknown = Object.keys(input ?? {}).find((name) => known?.includes(name) === false);
  if (unknown !== undefined && known)
    throw new AppError('malformed', `There is no parameter “${unknown}” here. There are: ${known.join(', ')}.`, {
      field: unknown,
    });
  return checked(schema, input);
}
