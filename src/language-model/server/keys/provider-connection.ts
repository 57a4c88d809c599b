import { defaultBaseUrls, normalBaseUrl, providerName } from '../../domain/base-url.ts';
import type { EndpointKind } from '../../domain/default-choice.ts';
import type { Provider, ProviderId } from '../../protocol.ts';
import type { ServerAccess } from '../dependencies.ts';
import type { ProviderAccess } from '../language-model.ts';
import type { OwnAccess } from './provider-rows.ts';

/** How to call a provider for one person, or the reason why that is not possible. */
export interface ProviderConnection {
  readonly provider: ProviderId;
  /** The name in messages. */
  readonly name: string;
  readonly baseUrl: string;
  readonly baseUrlFrom: Provider['baseUrlFrom'];
  readonly keyFrom: Provider['key'];
  /** Null if it cannot be called. */
  readonly access: ProviderAccess | null;
  readonly endpoint: EndpointKind;
  /** Why it cannot be called, and what to do; null if it can. */
  readonly problem: string | null;
  /** The person's own key cannot be decrypted. This is reported as a problem and does not count as having no key. */
  readonly isBroken: boolean;
  /** The provider has not accepted the person's own key yet. It gets a role only if the person chooses it. */
  readonly isUnchecked: boolean;
}

/**
 * The server's key is sent only to the server's own address. An address set by a person is used with that person's key
 * or none; otherwise anyone could have the server's key sent to their own machine.
 */
export function connectionOf(provider: ProviderId, own: OwnAccess, server: ServerAccess): ProviderConnection {
  const serverUrl = normalBaseUrl(provider, server.baseUrl ?? defaultBaseUrls[provider]);
  const ownUrl = own.baseUrl === null ? null : normalBaseUrl(provider, own.baseUrl);
  const baseUrl = ownUrl ?? serverUrl;
  const key = own.key ?? (baseUrl === serverUrl ? (server.key ?? null) : null);
  const needsKey = provider === 'anthropic' || baseUrl === defaultBaseUrls.openai;
  const isUsable = !own.isUnreadable && (key !== null || !needsKey);
  const name = providerName(provider, baseUrl);
  const withheld = own.key === null && server.key !== undefined && baseUrl !== serverUrl;
  return {
    provider,
    name,
    baseUrl,
    baseUrlFrom: ownUrl !== null ? 'own' : server.baseUrl === undefined ? 'default' : 'server',
    keyFrom: own.key !== null || own.isUnreadable ? 'own' : key === null ? 'none' : 'server',
    access: isUsable ? { baseUrl, key } : null,
    endpoint: !isUsable ? 'none' : provider === 'openai' && baseUrl !== defaultBaseUrls.openai ? 'custom' : 'official',
    problem: isUsable ? null : own.isUnreadable ? unreadable(name) : missing(name, withheld),
    isBroken: own.isUnreadable,
    isUnchecked: own.key !== null && own.isUnchecked,
  };
}

function unreadable(name: string): string {
  return `Your key for ${name} cannot be decrypted: its secret is missing or has changed. Enter the key again.`;
}

function missing(name: string, withheld: boolean): string {
  return withheld
    ? `The server’s own key is not sent to ${name}. Give a key of your own for it.`
    : `There is no key for ${name} yet.`;
}
