import { defaultBaseUrls, normalBaseUrl, providerName } from '../../domain/base-url.ts';
import type { EndpointKind } from '../../domain/default-choice.ts';
import type { Provider, ProviderId } from '../../protocol.ts';
import type { ServerAccess } from '../dependencies.ts';
import type { ProviderAccess } from '../language-model.ts';
import type { OwnAccess } from './provider-rows.ts';

/** How a provider is reached for one person, or why it is not. */
export interface ProviderConnection {
  readonly provider: ProviderId;
  /** As a message names it. */
  readonly name: string;
  readonly baseUrl: string;
  readonly baseUrlFrom: Provider['baseUrlFrom'];
  readonly keyFrom: Provider['key'];
  /** Null where it cannot be asked. */
  readonly access: ProviderAccess | null;
  readonly endpoint: EndpointKind;
  /** Why it cannot be asked, and what to do; null where it can. */
  readonly problem: string | null;
  /** The person's own key cannot be opened: a fault to be told of, not a choice to go without. */
  readonly isBroken: boolean;
}

/**
 * The server's key goes to the server's own address alone: an address that a person gave gets theirs or none, or else
 * any of them could have the key sent to a server of theirs.
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
  };
}

function unreadable(name: string): string {
  return `Your key for ${name} cannot be read: the file it was sealed with is gone or is another one. Give the key again.`;
}

function missing(name: string, withheld: boolean): string {
  return withheld
    ? `The server’s own key is not sent to ${name}. Give a key of your own for it.`
    : `There is no key for ${name} yet.`;
}
