import type { z } from 'zod';

import { AppError, errorKinds } from '#wire/error-kind.ts';

import type { errorMessage } from '../../protocol.ts';

export function toErrorMessage(
  error: AppError,
  about: { id?: string | undefined; session?: string | undefined },
): z.infer<typeof errorMessage> {
  const kind = errorKinds[error.kind];
  return {
    type: 'error',
    ...(about.id !== undefined && { id: about.id }),
    ...(about.session !== undefined && { session: about.session }),
    kind: error.kind,
    message: error.message,
    ...('retryAfterMs' in kind && { retryAfterMs: kind.retryAfterMs }),
    ...error.detail,
  };
}
