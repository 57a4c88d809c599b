import { defaultBaseUrls, destinationOf } from '../../domain/base-url.ts';
import type { Provider, ProviderId } from '../../protocol.ts';

const LOOPBACK = /^(?:127\.|localhost(?:$|:)|\[::1\])/u;

/** Where messages go. `provider: null` is the embedded agent. */
export function dataDestination(provider: ProviderId | null, providers: readonly Provider[]): string {
  const found = providers.find(({ id }) => id === provider);
  if (!found) return 'Stays on this machine';
  const place = destinationOf(found.id, found.baseUrl);
  return LOOPBACK.test(place) ? `Stays on this machine, at ${place}` : `Goes to ${place}`;
}

/** Whether a provider can be called: it has a readable key, or a custom address, which may need no key. */
export function canBeAsked(provider: Provider): boolean {
  if (provider.key === 'none') return provider.id === 'openai' && provider.baseUrl !== defaultBaseUrls.openai;
  return !isKeyLost(provider);
}

/** There is a key, but it can no longer be decrypted. */
export function isKeyLost({ key, keyEnd }: Provider): boolean {
  return key === 'own' && keyEnd === null;
}
