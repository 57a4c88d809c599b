import { trimEnd } from '#text/domain/trim-ends.ts';

import type { ProviderId } from '../protocol.ts';

export const defaultBaseUrls: Readonly<Record<ProviderId, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
};

/**
 * The base URL for a provider's protocol, from any way of writing it. Anthropic's paths begin with `/v1` themselves.
 * For OpenAI `/v1` is part of the base URL, unless the path already names a version, as `/v1beta/openai` does.
 */
export function normalBaseUrl(provider: ProviderId, given: string): string {
  const bare = trimEnd(given.trim(), /\//u);
  if (provider === 'anthropic') return bare.replace(/\/v1(\/messages)?$/, '');
  const address = bare.replace(/\/chat\/completions$/, '');
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return /(^|\/)v\d/.test(path) ? address : `${address}/v1`;
}

/** The name in messages: the provider, or the server at a custom address. */
export function providerName(provider: ProviderId, baseUrl: string): string {
  if (provider === 'anthropic' && baseUrl === defaultBaseUrls.anthropic) return 'Anthropic';
  if (provider === 'openai' && baseUrl === defaultBaseUrls.openai) return 'OpenAI';
  return `the server at ${hostOf(baseUrl)}`;
}

/**
 * The destination of messages, as shown on the page: the provider, or the host and port of a custom address. An address
 * on this machine is shown too, since it may be a gateway that forwards everything.
 */
export function destinationOf(provider: ProviderId, baseUrl: string): string {
  return baseUrl === defaultBaseUrls[provider] ? providerName(provider, baseUrl) : hostOf(baseUrl);
}

function hostOf(baseUrl: string): string {
  return /^[a-z]+:\/\/([^/]+)/i.exec(baseUrl)?.[1] ?? baseUrl;
}
