import { AppError } from '#wire/error-kind.ts';

export const CHANGED_SINCE = 'changed-since';

/** The reason why an action cannot be undone any more. It is then no longer offered. */
export function changedSince(message: string): AppError {
  return new AppError('refused', message, { reason: CHANGED_SINCE });
}
