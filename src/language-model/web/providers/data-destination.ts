import { defaultBaseUrls, destinationOf } from '../../domain/base-url.ts';
import type { Provider, ProviderId } from '../../protocol.ts';

/** Whether what is said leaves this machine, and to whom. `provider: null` is the embedded agent. */
export function dataDestination(provider: ProviderId | null, providers: readonly Provider[]): string {
  const found = providers.find(({ id }) => id === provider);
  return found ? `Goes to ${destinationOf(found.id, found.baseUrl)}` : 'Stays on this machine';
}

/** A provider that can be asked: with a key that can be read, or at an address of one's own, which may need none. */
export function canBeAsked(provider: Provider): boolean {
  if (provider.key === 'none') return provider.id === 'openai' && provider.baseUrl !== defaultBaseUrls.openai;
  return !isKeyLost(provider);
}

/** A key is there, but what it was sealed with is not any more. */
export function isKeyLost({ key, keyEnd }: Provider): boolean {
  return key === 'own' && keyEnd === null;
}
