import { AppError } from '#wire/error-kind.ts';

export const CHANGED_SINCE = 'changed-since';

/** Why an action cannot be taken back any more. It is not offered again. */
export function changedSince(message: string): AppError {
  return new AppError('refused', message, { reason: CHANGED_SINCE });
}
