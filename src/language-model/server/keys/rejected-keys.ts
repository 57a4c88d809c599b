import { createHash } from 'node:crypto';

import type { ProviderId } from '../../protocol.ts';
import type { ProviderAccess } from '../language-model.ts';

/**
 * Keys that their provider rejected since the server started. A role whose key is among them has its embedded agent.
 */
export interface RejectedKeys {
  has(provider: ProviderId, access: ProviderAccess): boolean;
  add(provider: ProviderId, access: ProviderAccess): void;
  /** The provider accepted the key after all. */
  remove(provider: ProviderId, access: ProviderAccess): void;
}

export function createRejectedKeys(): RejectedKeys {
  const marks = new Set<string>();
  const markOf = (provider: ProviderId, { baseUrl, key }: ProviderAccess) =>
    createHash('sha256')
      .update(JSON.stringify([provider, baseUrl, key]))
      .digest('base64url');
  return {
    has: (provider, access) => marks.size > 0 && marks.has(markOf(provider, access)),
    add: (provider, access) => void marks.add(markOf(provider, access)),
    remove: (provider, access) => void marks.delete(markOf(provider, access)),
  };
}
