import { createHash } from 'node:crypto';

import type { ProviderId } from '../../protocol.ts';
import type { ProviderAccess } from '../language-model.ts';

/** Keys that their provider rejected since the server started. Their roles have embedded agents. */
export function createRejectedKeys() {
  const marks = new Set<string>();
  const markOf = (provider: ProviderId, { baseUrl, key }: ProviderAccess) =>
    createHash('sha256')
      .update(JSON.stringify([provider, baseUrl, key]))
      .digest('base64url');
  return {
    has: (provider: ProviderId, access: ProviderAccess) => marks.size > 0 && marks.has(markOf(provider, access)),
    add: (provider: ProviderId, access: ProviderAccess) => void marks.add(markOf(provider, access)),
    /** For a key that the provider accepted after all. */
    remove: (provider: ProviderId, access: ProviderAccess) => void marks.delete(markOf(provider, access)),
  };
}

export type RejectedKeys = ReturnType<typeof createRejectedKeys>;
