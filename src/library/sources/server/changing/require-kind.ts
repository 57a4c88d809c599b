import { AppError } from '#wire/error-kind.ts';

import { isOwn } from '../../../storage/domain/own.ts';
import type { SourceKind, SourceOrigin } from '../../../storage/protocol.ts';

/** An agent's words are never the person's own, so they keep a kind of others' words. */
export function requireKind({ origin }: { readonly origin: SourceOrigin }, kind: SourceKind): void {
  if (origin === 'agent' && isOwn({ kind, origin: 'person' }))
    throw new AppError('refused', 'An agent said this, so it cannot become a note or a voice memo of your own.', {
      reason: 'not-own',
    });
}
